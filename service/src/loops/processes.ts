// Runs loops in separate processes: whatever a text, a shape or a response does to one, it cannot block or crash the server.

import { type ChildProcess, fork } from "node:child_process";
import { setPriority } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { PoolState } from "../database/pool.ts";
import type { Database } from "../database/transaction.ts";
import { isBuilt } from "../values/built.ts";
import { recordDeath } from "./deaths.ts";
import { giveBack } from "./lease.ts";
import { maxFlushMs, type Order, type ProcessSettings, type Report } from "./messages.ts";
import { type Observe, toLoopEnd } from "./observe.ts";
import type { LoopRow } from "./rows.ts";
import type { Run, RunLog, RunLoop } from "./run.ts";

/** Runs loops in processes that end with this one. */
export interface LoopProcesses {
  /** Starts the shared process before there are loops, and waits until it is ready. */
  readonly warmUp: () => Promise<void>;
  readonly run: RunLoop;
  /** The connections of all processes, as they have last reported them. */
  readonly connections: () => PoolState;
  /** Ends all processes, and waits until they have, but not longer than their last spans may take. No loop may be running. */
  readonly close: (withinMs?: number) => Promise<void>;
}

/** The limits of a process. */
export interface ProcessLimits {
  /** Heap size in MiB: V8 ends the process when it is full, before the machine runs out of memory. */
  readonly heapMiB: number;
  /** Maximum milliseconds without a turn of its event loop. Patterns read a piece in under 50 ms; waiting for a model does not block it. */
  readonly maxSilenceMs: number;
  /** Milliseconds that are added to this until it is ready: a start takes half a second on an idle machine, and many on a busy one. */
  readonly maxStartMs: number;
  /** Milliseconds that an idle process is kept: it takes 120 MB. */
  readonly idleMs: number;
}

const standardLimits: ProcessLimits = {
  heapMiB: 512,
  maxStartMs: 30_000,
  maxSilenceMs: 10_000,
  idleMs: 60_000,
};

/** The dependencies of processes. */
export interface ProcessParts {
  readonly database: Database;
  readonly settings: ProcessSettings;
  readonly log: RunLog;
  readonly observe?: Observe;
  readonly limits?: Partial<ProcessLimits>;
}

/** One process runs all loops except those that a process has died with: each of these has its own. Processes start when they are needed. */
export function createLoopProcesses({ limits, ...parts }: ProcessParts): LoopProcesses {
  const bounds = { ...standardLimits, ...limits };
  const all = new Set<LoopProcess>();
  const start = (): LoopProcess => {
    const made = new LoopProcess(parts, bounds);
    all.add(made);
    void made.ended.then(() => all.delete(made));
    return made;
  };
  let shared: LoopProcess | undefined;
  const forAll = (): LoopProcess => {
    if (shared === undefined || shared.isOver) shared = start();
    return shared;
  };
  return {
    warmUp: async () => await forAll().ready,
    run: async (loop, how) => {
      if (loop.deaths === 0) return await forAll().run(loop, how);
      const own = start();
      await own.run(loop, how);
      own.close();
    },
    connections: () => [...all].map((each) => each.connections).reduce(added, noConnections),
    close: async (withinMs = maxFlushMs) => {
      for (const each of all) each.close(withinMs);
      const ended = Promise.all([...all].map(async (each) => await each.ended));
      // One that does not end by then ends when this process does.
      await Promise.race([ended, sleep(withinMs + leaveMs, undefined, { ref: false })]);
    },
  };
}

/** Milliseconds that a process takes to end, once it need not wait for anything. */
const leaveMs = 200;

const noConnections: PoolState = { used: 0, idle: 0, waiting: 0 };

function added(a: PoolState, b: PoolState): PoolState {
  return { used: a.used + b.used, idle: a.idle + b.idle, waiting: a.waiting + b.waiting };
}

const program = fileURLToPath(
  isBuilt ? new URL("../loop-process.js", import.meta.url) : new URL("../loop-process.ts", import.meta.url),
);

/** A loop that runs in a process. */
interface Held {
  readonly loop: LoopRow;
  readonly leave: () => void;
}

class LoopProcess {
  readonly #parts: Omit<ProcessParts, "limits">;
  readonly #limits: ProcessLimits;
  readonly #child: ChildProcess;
  readonly #held = new Map<number, Held>();
  readonly #watch: NodeJS.Timeout;
  readonly ended: Promise<void>;
  /** Also resolves if the process ends first. */
  readonly ready: Promise<void>;
  readonly #makeReady: () => void;
  /** Whether it accepts no more loops. */
  isOver = false;
  connections = noConnections;
  #runs = 0;
  /** In the future until it is ready: a start takes long on a busy machine. */
  #heardAt: number;
  #busyAt = performance.now();
  #lookedAt = performance.now();
  #wasReady = false;
  /** Why this process killed it. */
  #verdict: string | undefined;

  constructor(parts: Omit<ProcessParts, "limits">, limits: ProcessLimits) {
    this.#parts = parts;
    this.#limits = limits;
    this.#heardAt = performance.now() + limits.maxStartMs;
    this.#child = fork(program, [], {
      execArgv: [...process.execArgv, `--max-old-space-size=${String(limits.heapMiB)}`],
      serialization: "advanced",
      // Standard output is reserved for the output of commands.
      stdio: ["ignore", 2, 2, "ipc"],
    });
    this.#child.on("message", (report: Report) => this.#hear(report));
    this.#child.on("error", (error) => parts.log.error({ err: error }, "a process for loops failed"));
    this.#watch = setInterval(() => this.#look(), 500).unref();
    const { promise, resolve } = Promise.withResolvers<void>();
    this.ended = promise;
    const ready = Promise.withResolvers<void>();
    this.ready = ready.promise;
    this.#makeReady = ready.resolve;
    // `close` rather than `exit`: messages sent before are received first.
    this.#child.on("close", (code, signal) => void this.#buryAll(code, signal).finally(resolve));
    yieldToServer(this.#child);
    this.#tell({ kind: "configure", settings: parts.settings });
  }

  async run(loop: LoopRow, { signal, stopping }: Run): Promise<void> {
    const run = ++this.#runs;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#held.set(run, { loop, leave: resolve });
    this.#busyAt = performance.now();
    this.#tell({ kind: "run", run, loop });
    const abort = (): void => this.#tell({ kind: "abort", run });
    const stop = (): void => this.#tell({ kind: "stop" });
    signal.addEventListener("abort", abort);
    stopping.addEventListener("abort", stop);
    // It may have been claimed just before the worker stopped.
    if (signal.aborted) abort();
    if (stopping.aborted) stop();
    await promise;
    signal.removeEventListener("abort", abort);
    stopping.removeEventListener("abort", stop);
    this.#held.delete(run);
    this.#busyAt = performance.now();
  }

  close(withinMs = maxFlushMs): void {
    this.isOver = true;
    clearInterval(this.#watch);
    this.#tell({ kind: "leave", withinMs });
  }

  #tell(order: Order): void {
    // If it has ended, its `close` event handles the loops.
    if (this.#child.connected) this.#child.send(order, () => undefined);
  }

  #hear(report: Report): void {
    if (report.kind === "ready") this.#wasReady = true;
    // What it loads after its first message is still part of its start.
    if (this.#wasReady) this.#heardAt = performance.now();
    if (report.kind === "alive") this.connections = report.connections ?? this.connections;
    else if (report.kind === "left") this.#held.get(report.run)?.leave();
    else if (report.kind === "ready") this.#makeReady();
    else if (report.kind === "observed") this.#parts.observe?.(report.observation);
    else if (report.kind === "failed") this.#parts.log.error(report.details, report.message);
  }

  #look(): void {
    const now = performance.now();
    // If this timer itself is late, this process was suspended or busy and has received nothing: start counting again.
    if (now - this.#lookedAt > 2000) this.#heardAt = Math.max(this.#heardAt, now);
    this.#lookedAt = now;
    if (now - this.#heardAt > this.#limits.maxSilenceMs) {
      const { maxStartMs, maxSilenceMs } = this.#limits;
      this.#verdict = this.#wasReady
        ? `was busy with one piece for more than ${String(maxSilenceMs / 1000)} s`
        : `did not start within ${String((maxStartMs + maxSilenceMs) / 1000)} s`;
      this.#child.kill("SIGKILL");
    } else if (this.#held.size === 0 && now - this.#busyAt > this.#limits.idleMs) this.close();
  }

  async #buryAll(code: number | null, signal: NodeJS.Signals | null): Promise<void> {
    this.isOver = true;
    this.#makeReady();
    clearInterval(this.#watch);
    const reason = this.#verdict ?? reasonOf(code, signal);
    const lost = [...this.#held.values()];
    const loops = lost.map(({ loop }) => loop.id);
    if (lost.length > 0) {
      this.#parts.log.error({ reason, loops }, "a process for loops has ended");
      this.#parts.observe?.({ kind: "died" });
    }
    for (const { loop, leave } of lost) {
      await this.#bury(loop, reason);
      leave();
    }
  }

  async #bury(loop: LoopRow, reason: string): Promise<void> {
    const { database, log, observe } = this.#parts;
    try {
      // If the process never became ready, the loop is not at fault.
      if (!this.#wasReady) return await giveBack(database, loop, { isFailure: true, afterMs: 1000 });
      const after = await recordDeath(database, loop, reason);
      if (after?.status === "failed") observe?.({ kind: "ended", loop: toLoopEnd(after) });
    } catch (error) {
      // Its lease ends by itself.
      log.error({ err: error, loop: loop.id }, "the death of a process was not recorded");
    }
  }
}

function reasonOf(code: number | null, signal: NodeJS.Signals | null): string {
  // V8 aborts when its heap is full.
  if (signal === "SIGABRT" || code === 134) return "ran out of memory";
  return signal === null ? `ended with status ${String(code)}` : `was ended by ${signal}`;
}

/** Lowers the priority of these processes: where both want the processor, they get about a third of the server's share. */
const niceness = 5;

/** Gives requests priority over loops. */
function yieldToServer({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    setPriority(pid, niceness);
  } catch {
    // It has already ended, or the system does not allow it: it then runs at normal priority.
  }
}
