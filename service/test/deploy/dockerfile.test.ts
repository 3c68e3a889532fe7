// Checks the Dockerfile by the rules of linters for them, as far as they concern it, and what it has in common with the rest of the project.

import { readFileSync } from "node:fs";
import { type Copy, DockerfileParser, type From, type Instruction, JSONInstruction } from "dockerfile-ast";
import { expect, test } from "vitest";
import { mistakeIn, readDeployed } from "../support/deploy.ts";

const text = readDeployed("Dockerfile");

function instructionsOf(dockerfile: string): readonly Instruction[] {
  return DockerfileParser.parse(dockerfile).getInstructions();
}

/** The instructions of the last stage, which is the image. */
function imageOf(dockerfile: string): readonly Instruction[] {
  const all = instructionsOf(dockerfile);
  return all.slice(all.findLastIndex((each) => each.getKeyword() === "FROM"));
}

function lastOf(dockerfile: string, keyword: string): Instruction | undefined {
  return imageOf(dockerfile).findLast((each) => each.getKeyword() === keyword);
}

/** The words of an instruction in the form of a JSON list; undefined for the form that starts a shell. */
function wordsOf(instruction: Instruction | undefined): readonly string[] | undefined {
  return instruction instanceof JSONInstruction && instruction.getOpeningBracket() !== null
    ? instruction.getJSONStrings().map((each) => JSON.parse(each.getValue()))
    : undefined;
}

function isFrom(each: Instruction): each is From {
  return each.getKeyword() === "FROM";
}

function isCopy(each: Instruction): each is Copy {
  return each.getKeyword() === "COPY";
}

/** What is wrong with a Dockerfile. */
function faultsOf(dockerfile: string): readonly string[] {
  const all = instructionsOf(dockerfile);
  const froms = all.filter(isFrom);
  const stages = froms.map((from) => from.getBuildStage());
  const loose = froms.filter(
    (from) => !stages.includes(from.getImage()) && !/^\d+\.\d+\.\d+-slim$/.test(from.getImageTag() ?? ""),
  );
  const installs = all.filter((each) => each.getKeyword() === "RUN" && /\bnpm\b/.test(String(each)));
  const fromStages = imageOf(dockerfile).filter(isCopy);
  const packages = fromStages.filter((copy) => String(copy).includes("node_modules"));
  const stageOf = (copy: Copy): string | undefined => copy.getFromFlag()?.getValue() ?? undefined;
  const user = lastOf(dockerfile, "USER")?.getArgumentsContent() ?? "root";
  return [
    ...loose.map((from) => `not pinned: ${from.getImage()}`),
    ...all.filter((each) => each.getKeyword() === "ADD").map(String),
    ...installs
      .filter((each) => /npm (?:install|i)\b/.test(String(each)))
      .map((each) => `not by the lock file: ${String(each)}`),
    ...fromStages
      .filter((copy) => stageOf(copy) === undefined)
      .map((copy) => `not from a stage: ${String(copy)}`),
    ...packages
      .filter((copy) => !isProduction(all, stageOf(copy)))
      .map((copy) => `has devDependencies: ${String(copy)}`),
    ...(/^[1-9]\d*(?::[1-9]\d*)?$/.test(user) ? [] : [`runs as ${user}`]),
    ...(lastOf(dockerfile, "HEALTHCHECK")?.toString().includes("/readyz") === true ? [] : ["no HEALTHCHECK"]),
    ...["ENTRYPOINT", "CMD"]
      .filter((keyword) => wordsOf(lastOf(dockerfile, keyword)) === undefined)
      .map((keyword) => `${keyword} starts a shell`),
  ];
}

/** Whether a stage installs packages without those for development. */
function isProduction(all: readonly Instruction[], stage: string | undefined): boolean {
  const start = all.findIndex((each) => isFrom(each) && each.getBuildStage() === stage);
  const next = all.findIndex((each, i) => i > start && isFrom(each));
  const installs = all.slice(start, next).filter((each) => String(each).includes("npm ci"));
  return installs.length > 0 && installs.every((each) => String(each).includes("--omit=dev"));
}

test("the image is pinned, has no packages for development, and does not run as root or in a shell", () => {
  expect(faultsOf(text)).toEqual([]);
});

test.each([
  ["node:24.21.0-slim\nLABEL", "node:latest\nLABEL", "not pinned: node:latest"],
  ["node:24.21.0-slim\nLABEL", "node:24\nLABEL", "not pinned: node:24"],
  ["npm ci --omit=dev", "npm ci", "has devDependencies: COPY"],
  ["npm ci --omit=dev", "npm install --omit=dev", "not by the lock file: RUN"],
  ["USER 1000:1000", "USER node", "runs as node"],
  ["USER 1000:1000", "", "runs as root"],
  ["HEALTHCHECK", "# HEALTHCHECK", "no HEALTHCHECK"],
  ['CMD ["serve", "--host", "0.0.0.0"]', "CMD serve", "CMD starts a shell"],
  ["COPY --from=build /app/dist", "COPY dist", "not from a stage: COPY"],
  ["COPY --from=build /app/dist", "ADD https://host/a.tgz", "ADD https://host/a.tgz"],
])("a change of %j into %j would be found", (from, to, fault) => {
  expect(faultsOf(text.replace(from, () => to)).join("\n")).toContain(fault);
});

test("it runs the Node of the tests", () => {
  const { devDependencies } = JSON.parse(
    readFileSync(new URL("../../../package.json", import.meta.url), "utf8"),
  );
  const tags = instructionsOf(text)
    .filter(isFrom)
    .flatMap((from) => from.getImageTag() ?? []);
  expect(new Set(tags)).toEqual(new Set([`${devDependencies.node}-slim`]));
});

test("it starts the program with a command that there is", () => {
  expect(wordsOf(lastOf(text, "ENTRYPOINT"))).toEqual(["node", "service/bin/slice-service.js"]);
  expect(mistakeIn(wordsOf(lastOf(text, "CMD")) ?? [], {})).toBeUndefined();
});
