// Tests that a server which is killed while it sends loses no delivery: another one sends it again, with the same ID.

import { expect, test } from "vitest";
import { written } from "../live/following.ts";
import { startChild } from "../support/children.ts";
import { callerWith, startService } from "../support/service.ts";
import { deliveries, hooked, startReceiver, told } from "./receiver.ts";

const receiver = await startReceiver();
const service = await startService({ webhookHosts: [receiver.host] });

test("a server that is killed between a delivery and its record", async () => {
  const who = await service.caller();
  const inbox = receiver.open();
  const { id } = await hooked(who, "type:Deal", inbox.url);
  const env = { WEBHOOK_HOSTS: receiver.host };
  const first = await startChild(service.database.url, [], env);
  const killed = Promise.withResolvers<void>();
  // The delivery is accepted, and nobody is there to note it.
  inbox.answer = async () => {
    await first.kill();
    killed.resolve();
    return 200;
  };
  const [one] = await written(callerWith(service.url, who), [{ type: "Deal" }]);
  await killed.promise;
  expect(await deliveries(who, id)).toMatchObject([{ status: "pending", attempts: [] }]);
  inbox.answer = () => 200;
  const [two] = await written(who, [{ type: "Deal" }]);
  const second = await startChild(service.database.url, [], env);
  try {
    await expect.poll(() => told(inbox), { timeout: 60_000 }).toEqual([`entered ${one}`, `entered ${two}`]);
    const [sent, again, next] = inbox.received.map((each) => each.id);
    expect(again).toBe(sent);
    expect(next).not.toBe(sent);
  } finally {
    await second.kill();
  }
});
