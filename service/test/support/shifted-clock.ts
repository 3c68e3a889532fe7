// Loaded before a program: its clock is wrong by CLOCK_OFFSET_MS, in milliseconds.

const offset = Number(process.env["CLOCK_OFFSET_MS"]);

globalThis.Date = new Proxy(Date, {
  construct: (target, given: unknown[], newTarget) =>
    Reflect.construct(target, given.length === 0 ? [target.now() + offset] : given, newTarget),
  get: (target, name) => (name === "now" ? () => target.now() + offset : Reflect.get(target, name)),
});
