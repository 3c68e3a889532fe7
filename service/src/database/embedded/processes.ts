// Identifies processes across reuse of IDs: IDs are reused, and a container assigns the same ones at every start.

import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { codeOf } from "./failures.ts";

/** A process. Members that cannot be found out are empty. */
export interface Process {
  /** It has ended, but its parent does not know yet. */
  readonly isZombie: boolean;
  readonly name: string;
  /** Identifies the process together with its ID. */
  readonly startedAt: string;
}

/** The process that has an ID now. */
export function processOf(pid: number): Process | undefined {
  if (!isTaken(pid)) return undefined;
  try {
    if (process.platform === "linux") return fromStat(readFileSync(`/proc/${String(pid)}/stat`, "latin1"));
    if (process.platform !== "win32") return fromPs(pid);
  } catch {
    // It has just ended, or is hidden from us. The ID was in use; the caller tries again.
  }
  return { isZombie: false, name: "", startedAt: "" };
}

/** A line that identifies a process, to be stored in a file. */
export function markOf(pid: number): string {
  return `${String(pid)} ${processOf(pid)?.startedAt ?? ""}\n`;
}

/** Whether the process of a mark still runs. */
export function isAlive(mark: string): boolean {
  const [pid = "", ...rest] = mark.trim().split(" ");
  const found = processOf(Number(pid));
  if (found === undefined || found.isZombie) return false;
  const startedAt = rest.join(" ");
  return startedAt === "" || found.startedAt === "" || startedAt === found.startedAt;
}

function isTaken(pid: number): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === "EPERM";
  }
}

/** `pid (name) state …`, where the name may have spaces and parentheses, and the 22nd field is the start. */
function fromStat(stat: string): Process {
  const end = stat.lastIndexOf(")");
  const fields = stat.slice(end + 2).split(" ");
  return {
    isZombie: fields[0] === "Z" || fields[0] === "X",
    name: stat.slice(stat.indexOf("(") + 1, end),
    startedAt: fields[19] ?? "",
  };
}

function fromPs(pid: number): Process {
  const columns = ["stat=", "lstart=", "comm="].flatMap((column) => ["-o", column]);
  const line = execFileSync("ps", [...columns, "-p", String(pid)], {
    encoding: "utf8",
    env: { LC_ALL: "C" },
  });
  const [state = "", ...rest] = line.split(" ").filter((word) => word !== "");
  const path = rest.slice(5).join(" ").trim();
  return {
    isZombie: state.startsWith("Z"),
    name: path.slice(path.lastIndexOf("/") + 1),
    startedAt: rest.slice(0, 5).join(" "),
  };
}
