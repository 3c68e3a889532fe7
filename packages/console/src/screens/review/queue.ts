// What a reviewer does with single changes is sent in order, one after the other, so that the last word about a change is what holds.

import type { Client } from "slice-cql-client";
import type { Decision } from "./decisions.ts";
import type { Drafts } from "./drafts.ts";
import {
  changesOf,
  idsOf,
  type Job,
  type Step,
  settled,
  turnOf,
  undoing,
  type Value,
  without,
} from "./jobs.ts";
import type { Reader } from "./reader.ts";
import { Halted, Sender } from "./sender.ts";
import type { Live } from "./state.ts";

/** What a queue works on. */
interface Desk {
  readonly client: Client;
  readonly id: string;
  readonly live: Live;
  readonly reader: Reader;
  readonly drafts: Drafts;
}

/** Sends what is decided and edited; nothing is shown before the server has it. */
export class Queue {
  readonly #live: Live;
  readonly #reader: Reader;
  readonly #drafts: Drafts;
  readonly #sender: Sender;
  /** What is being sent, and what waits for its turn. */
  #turn: readonly Job[] = [];
  #jobs: readonly Job[] = [];
  #refused: readonly Job[] = [];
  /** What can be taken back, the last at the end. */
  #steps: readonly Step[] = [];
  #work: Promise<void> = Promise.resolve();

  constructor({ client, id, live, reader, drafts }: Desk) {
    this.#live = live;
    this.#reader = reader;
    this.#drafts = drafts;
    this.#sender = new Sender(client, id, (waiting) => live.set({ waiting }));
  }

  /** Decides the same about changes: one step. Sent even if that is what is known, as the server may know another decision. */
  readonly decide = (ids: readonly string[], decision: Decision): void => {
    this.#setRefused(without(this.#refused, new Set(ids)));
    this.#add({ kind: "decide", ids, decision });
  };

  /** Edits a change. If the server refuses the value, its draft has the reason. */
  readonly edit = (id: string, value: Value): void => {
    this.#drafts.note(id, { isSaving: true, error: undefined });
    this.#add({ kind: "edit", ids: [id], value });
  };

  /** Takes back the last step, of as many changes as it was about. */
  readonly undo = (): void => {
    // What is on its way is a step by the time that this one's turn comes.
    if (this.#steps.length + this.#turn.length > 0) this.#add({ kind: "undo" });
  };

  /** Sends again what was refused. */
  readonly sendAgain = (): void => {
    const refused = this.#refused;
    this.letBe();
    for (const job of refused) this.#add(job);
  };

  /** Does without what was refused. */
  readonly letBe = (): void => this.#setRefused([]);

  /** Waits no longer. */
  readonly hurry = (): void => this.#sender.hurry();

  /** Nothing can be taken back any more: the delta was applied or discarded. */
  forget(): void {
    this.#steps = [];
    this.#live.set({ canUndo: false });
  }

  /** Sends nothing more. Returns what was not done, when that is certain. */
  async halt(): Promise<readonly Job[]> {
    this.#sender.halt();
    await this.#work;
    return this.#refused;
  }

  /** Takes over what was not done with another key: it is sent when it is asked for. */
  takeOver(jobs: readonly Job[], error: unknown): void {
    if (jobs.length > 0) this.#setRefused([...jobs, ...this.#refused], error);
  }

  #add(job: Job): void {
    const isIdle = this.#turn.length + this.#jobs.length === 0;
    this.#jobs = [...this.#jobs, job];
    this.#sayUnderWay();
    if (isIdle) this.#work = this.#workOff();
  }

  #sayUnderWay(): void {
    const jobs = [...this.#turn, ...this.#jobs];
    const underWay = changesOf(jobs, this.#steps);
    this.#live.set({ underWay, sending: Math.max(underWay.size, jobs.length) });
  }

  async #workOff(): Promise<void> {
    while (this.#jobs.length > 0) {
      this.#turn = turnOf(this.#jobs).map((job) => this.#resolved(job));
      this.#jobs = this.#jobs.slice(this.#turn.length);
      this.#sayUnderWay();
      try {
        await this.#perform(this.#turn);
      } catch (error) {
        this.#refuse(error, this.#turn);
      }
      this.#turn = [];
    }
    this.#sayUnderWay();
    this.#reader.settle();
  }

  /** To undo is to undo what was last at the first try. */
  #resolved(job: Job): Job {
    const step = this.#steps.at(-1);
    return job.kind === "undo" && job.step === undefined && step !== undefined ? { ...job, step } : job;
  }

  async #perform(turn: readonly Job[]): Promise<void> {
    const [job] = turn;
    if (job?.kind === "decide") await this.#decide(job.decision, turn);
    if (job?.kind === "undo") await this.#undo(job.step);
    if (job?.kind === "edit") await this.#edit(job.ids[0], job.value);
  }

  /** Decides the same about the changes of several steps. */
  async #decide(decision: Decision, steps: readonly Job[]): Promise<void> {
    const before = new Map(
      this.#live.now.changes.flatMap((each) => (each.applied ? [] : [[each.change_id, each] as const])),
    );
    const idsOfSteps = steps.map((job) =>
      job.kind === "decide" ? job.ids.filter((id) => before.has(id)) : [],
    );
    const wanted = [...new Set(idsOfSteps.flat())];
    const sent = new Set<string>();
    try {
      for await (const answer of this.#sender.decide(wanted, decision)) {
        this.#reader.put(answer);
        for (const { change_id } of answer.news) sent.add(change_id);
      }
      if (wanted.length > 0) this.#live.set({ last: { kind: decision, ids: wanted } });
    } finally {
      const changed = (id: string): Step => {
        const was = sent.delete(id) ? before.get(id) : undefined;
        return was === undefined || was.decision === decision ? [] : [was];
      };
      this.#noteSteps(idsOfSteps.map((ids) => ids.flatMap(changed)));
    }
  }

  async #edit(id: string, value: Value): Promise<void> {
    const before = this.#live.now.changes.filter(({ change_id }) => change_id === id);
    this.#reader.put(await this.#sender.edit(id, { value }));
    this.#noteSteps([before]);
    this.#drafts.drop(id);
    this.#live.set({ edition: this.#live.now.edition + 1, last: { kind: "edited", ids: [id] } });
  }

  async #undo(step: Step | undefined): Promise<void> {
    // What came after it would be taken back with it, and it may have been taken back by another.
    if (step === undefined || step !== this.#steps.at(-1)) return;
    const now = new Map(this.#live.now.changes.map((each) => [each.change_id, each]));
    const edits = new Map(step.map((each) => [each.change_id, undoing(each, now.get(each.change_id))]));
    const decided = step.filter(({ change_id }) => edits.get(change_id) === undefined);
    for (const [decision, group] of Map.groupBy(decided, (each) => each.decision))
      for await (const answer of this.#sender.decide(idsOf(group), decision)) this.#reader.put(answer);
    for (const { change_id, decision } of step) {
      const value = edits.get(change_id);
      if (value !== undefined) this.#reader.put(await this.#sender.edit(change_id, { decision, value }));
    }
    this.#steps = this.#steps.slice(0, -1);
    this.#live.set({
      edition: this.#live.now.edition + 1,
      canUndo: this.#steps.length > 0,
      last: { kind: "undone", ids: idsOf(step) },
    });
  }

  #noteSteps(steps: readonly Step[]): void {
    this.#steps = [...this.#steps, ...steps.filter((step) => step.length > 0)];
    this.#live.set({ canUndo: this.#steps.length > 0 });
  }

  /** What comes after something that was refused may build on it: it is not sent either. */
  #refuse(error: unknown, turn: readonly Job[]): void {
    const [first] = turn;
    if (first?.kind === "edit") {
      this.#drafts.note(first.ids[0], { isSaving: false, error });
      // It would take back what was done before.
      if (this.#jobs[0]?.kind === "undo") this.#jobs = this.#jobs.slice(1);
      return;
    }
    const left = [...turn, ...this.#jobs];
    this.#jobs = [];
    for (const job of left)
      if (job.kind === "edit") this.#drafts.note(job.ids[0], { isSaving: false, error });
    this.#setRefused([...this.#refused, ...settled(left).filter(({ kind }) => kind !== "edit")], error);
    // The delta is not what it was thought to be.
    if (!(error instanceof Halted)) void this.#reader.refresh();
  }

  #setRefused(jobs: readonly Job[], error: unknown = this.#live.now.refused?.error): void {
    this.#refused = jobs;
    if (jobs.length === 0 && this.#live.now.refused === undefined) return;
    const refused = jobs.length === 0 ? undefined : { error, ids: changesOf(jobs, []) };
    this.#live.set({ refused });
  }
}
