// Credits: what loops cost. The balance of an organization is the sum of its entries.

import { sql } from "kysely";
import type { LedgerTable } from "../database/loop-tables.ts";
import type { TenantKey } from "../database/of-tenant.ts";
import type { Transaction } from "../database/transaction.ts";
import { Problem } from "../values/problem.ts";
import { program } from "../values/program.ts";
import { newId } from "../values/uuid.ts";

/** What an organization has left, and how much of the rest is reserved for loops that have not ended. */
export interface Credits {
  readonly balance: number;
  readonly reserved: number;
}

/** The credits of an organization. What is reserved is off the balance. */
export async function readCredits(tx: Transaction, organizationId: string): Promise<Credits> {
  const row = await tx.first(
    sql<Credits>`select coalesce(sum(amount), 0)::bigint as balance,
        coalesce(-sum(amount) filter (where kind = 'reserve' and not exists (
          select from ledger s where s.organization_id = ${organizationId} and s.loop_id = l.loop_id and s.kind = 'settle')), 0)::bigint as reserved
      from ledger l where organization_id = ${organizationId}`,
    "credits",
  );
  return row ?? { balance: 0, reserved: 0 };
}

/** Gives an organization credits; `amount` is a positive integer. */
export async function grantCredits(tx: Transaction, organizationId: string, amount: number): Promise<void> {
  await enter(tx, organizationId, { kind: "grant", amount, loop_id: null, project_id: null });
}

/** What an operator runs to grant credits. By its ID, which no shell misreads. */
export function grantCommand(organization: string, amount: number | "N"): string {
  return `${program} credits grant --organization ${organization} ${amount}`;
}

/** A loop, and whose credits it spends. */
interface LoopOf extends TenantKey {
  readonly id: string;
}

/** Reserves a loop's maximum cost from the balance. Throws a {@link Problem} if there is not enough; concurrent calls wait for each other. */
export async function reserveCredits(
  tx: Transaction,
  { organizationId, projectId, id: loopId }: LoopOf,
  amount: number,
): Promise<void> {
  await tx.all(sql`insert into account (organization_id) values (${organizationId}) on conflict do nothing`);
  await tx.all(sql`select from account where organization_id = ${organizationId} for update`);
  const { balance } = (await tx.first(
    sql<{
      readonly balance: number;
    }>`select coalesce(sum(amount), 0)::bigint as balance from ledger where organization_id = ${organizationId}`,
    "balance",
  )) ?? { balance: 0 };
  if (balance < amount)
    throw new Problem("credits_exhausted", {
      detail: `This loop may cost ${amount} credits, and the organization has ${balance}. Read fewer documents, or grant it some: \`${grantCommand(organizationId, amount - balance)}\``,
    });
  await enter(tx, organizationId, {
    kind: "reserve",
    amount: -amount,
    loop_id: loopId,
    project_id: projectId,
  });
}

/** Refunds what a loop has reserved and not spent; a loop settles once. */
export async function settleCredits(
  tx: Transaction,
  { organizationId, projectId, id: loopId }: LoopOf,
  unspent: number,
): Promise<void> {
  await enter(tx, organizationId, {
    kind: "settle",
    amount: unspent,
    loop_id: loopId,
    project_id: projectId,
  });
}

type Entry = Pick<LedgerTable, "kind" | "amount" | "loop_id" | "project_id">;

async function enter(tx: Transaction, organizationId: string, entry: Entry): Promise<void> {
  await tx.all(sql`insert into ledger (organization_id, id, kind, amount, loop_id, project_id)
    values (${organizationId}, ${newId()}, ${entry.kind}, ${entry.amount}, ${entry.loop_id}, ${entry.project_id})`);
}
