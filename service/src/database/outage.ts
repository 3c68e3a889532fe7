// Reports outages of the database to the log: one line when it is gone, and one when it is back.

import { isUnavailable } from "./unavailable.ts";

/** Where outages are reported. */
export interface OutageLog {
  readonly info: (details: object, message: string) => void;
  readonly error: (details: object, message: string) => void;
}

/** Reports outages of the database. */
export interface Outage {
  /** Calls `work`; on an error logs it and returns undefined. */
  readonly during: <Result>(failure: string, work: () => Promise<Result>) => Promise<Result | undefined>;
}

/** Logs once that the database is gone and once that it is back; logs other errors each time. */
export function reportOutages(log: OutageLog): Outage {
  let isOut = false;
  return {
    during: async (failure, work) => {
      try {
        const result = await work();
        if (isOut) log.info({}, "the database answers again");
        isOut = false;
        return result;
      } catch (error) {
        if (!isUnavailable(error)) log.error({ err: error }, failure);
        else if (!isOut)
          log.error({ reason: reasonOf(error) }, "the database cannot be reached; asking until it answers");
        isOut ||= isUnavailable(error);
        return undefined;
      }
    },
  };
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
