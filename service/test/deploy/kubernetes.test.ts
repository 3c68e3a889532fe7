// Checks the manifests against the schemas of Kubernetes and the standard `restricted` of its pods, and what they say about the program.

import { validate as deployment } from "kubernetes-models/_schemas/IoK8sApiAppsV1Deployment";
import { validate as job } from "kubernetes-models/_schemas/IoK8sApiBatchV1Job";
import { validate as configMap } from "kubernetes-models/_schemas/IoK8sApiCoreV1ConfigMap";
import { validate as namespace } from "kubernetes-models/_schemas/IoK8sApiCoreV1Namespace";
import { validate as service } from "kubernetes-models/_schemas/IoK8sApiCoreV1Service";
import { validate as disruptionBudget } from "kubernetes-models/_schemas/IoK8sApiPolicyV1PodDisruptionBudget";
import { describe, expect, test } from "vitest";
import { mistakeIn, type Parsed, parseDeployed } from "../support/deploy.ts";

type Validate = ((value: unknown) => boolean) & { readonly errors?: readonly Parsed[] | null };

const schemas: Readonly<Record<string, Validate>> = {
  "apps/v1 Deployment": deployment,
  "batch/v1 Job": job,
  "policy/v1 PodDisruptionBudget": disruptionBudget,
  "v1 ConfigMap": configMap,
  "v1 Namespace": namespace,
  "v1 Service": service,
};

const [kustomization]: readonly Parsed[] = parseDeployed("kubernetes/kustomization.yaml");
const objects: readonly Parsed[] = kustomization.resources.flatMap((file: string) =>
  parseDeployed(`kubernetes/${file}`),
);
const named = objects.map((object) => [`${object.kind} ${object.metadata.name}`, object] as const);
const withPods = named.filter(([, { spec }]) => spec?.template !== undefined);
const settings: Readonly<Record<string, string>> = objects.find(({ kind }) => kind === "ConfigMap").data;

/** What a schema says of an object, and the members that it does not know: those that its check never asks for. */
function faultsOf(object: Parsed): readonly string[] {
  const validate = schemas[`${object.apiVersion} ${object.kind}`];
  if (validate === undefined) return [`no schema of ${object.kind}`];
  const unread = new Set<string>();
  const isValid = validate(watched(object, "", unread));
  return [
    ...(isValid ? [] : (validate.errors ?? []).map((each) => `${each.instancePath} ${each.keyword}`)),
    ...[...unread].map((path) => `${path} is unknown`),
  ];
}

/** The same object, whose members are in `unread` until someone asks for them. */
function watched(value: Parsed, path: string, unread: Set<string>): Parsed {
  if (typeof value !== "object" || value === null) return value;
  for (const key of Object.keys(value)) unread.add(`${path}/${key}`);
  const inner = new Map<string, Parsed>();
  return new Proxy(value, {
    get: (target, key) => {
      if (typeof key === "symbol" || !Object.hasOwn(target, key)) return target[key];
      unread.delete(`${path}/${key}`);
      if (!inner.has(key)) inner.set(key, watched(target[key], `${path}/${key}`, unread));
      return inner.get(key);
    },
  });
}

/** Where a pod is not as the standard `restricted` demands, or writes to its files. */
function looseIn({ spec }: Parsed): readonly string[] {
  const { containers, initContainers = [], volumes = [], securityContext = {} } = spec;
  return [
    ...["hostNetwork", "hostPID", "hostIPC"].filter((name) => spec[name] === true),
    ...volumes.filter((volume: Parsed) => volume.hostPath !== undefined).map(() => "hostPath"),
    ...(spec.automountServiceAccountToken === false ? [] : ["automountServiceAccountToken"]),
    ...[...containers, ...initContainers].flatMap((each) =>
      looseInContext({ ...securityContext, ...each.securityContext }),
    ),
  ];
}

function looseInContext(context: Parsed): readonly string[] {
  const { capabilities = {}, seccompProfile, runAsUser } = context;
  return [
    ...(context.runAsNonRoot === true && runAsUser > 0 ? [] : ["runAsNonRoot"]),
    ...(context.allowPrivilegeEscalation === false ? [] : ["allowPrivilegeEscalation"]),
    ...(context.privileged === true ? ["privileged"] : []),
    ...(capabilities.drop?.includes("ALL") && capabilities.add === undefined ? [] : ["capabilities"]),
    ...(["RuntimeDefault", "Localhost"].includes(seccompProfile?.type) ? [] : ["seccompProfile"]),
    ...(context.readOnlyRootFilesystem === true ? [] : ["readOnlyRootFilesystem"]),
  ];
}

describe.each(named)("%s", (_name, object) => {
  test("is as its schema says", () => {
    expect(faultsOf(object)).toEqual([]);
  });

  test("is in the namespace", () => {
    const { kind, metadata } = object;
    expect(kind === "Namespace" ? metadata.name : metadata.namespace).toBe(kustomization.namespace);
  });
});

describe.each(withPods)("the pods of %s", (_name, { spec }) => {
  const { metadata, spec: pod } = spec.template;
  const [container] = pod.containers;

  test("are as the standard `restricted` demands, and cannot write to their files", () => {
    expect(looseIn(spec.template)).toEqual([]);
  });

  test("have a command, flags and settings that there are", () => {
    expect(container.envFrom).toEqual([
      { configMapRef: { name: "slice-service" } },
      { secretRef: { name: "slice-service" } },
    ]);
    const env = { ...settings, DATABASE_URL: "postgres://user:password@host/name" };
    expect(mistakeIn(container.args, env)).toBeUndefined();
    expect(pod.enableServiceLinks).toBe(false);
  });

  test("have the labels that select them", () => {
    if (spec.selector !== undefined) expect(metadata.labels).toMatchObject(spec.selector.matchLabels);
  });

  test("have an image with a version, and a limit of memory", () => {
    expect(container.image).toMatch(/:\d+\.\d+\.\d+$/);
    expect(container.resources.limits.memory).toMatch(/^\d+[MG]i$/);
  });
});

test("probes and the service lead to ports that pods have, and metrics to METRICS_PORT", () => {
  const ports = withPods.flatMap(([, { spec }]) =>
    spec.template.spec.containers.flatMap((each: Parsed) => each.ports ?? []),
  );
  const byName = new Map<string, number>(ports.map((port) => [port.name, port.containerPort]));
  expect(byName.get("metrics")).toBe(Number(settings["METRICS_PORT"]));
  const asked = [...JSON.stringify(objects).matchAll(/"(?:targetPort|port)":"([^"]+)"/g)].map(
    ([, port]) => port ?? "",
  );
  expect(asked.length).toBeGreaterThan(4);
  expect(asked.filter((port) => !byName.has(port))).toEqual([]);
});

test("a pod has more time to stop than its program takes", () => {
  const deployments = withPods.filter(([, { kind }]) => kind === "Deployment");
  expect(deployments).toHaveLength(2);
  for (const [, { spec }] of deployments) {
    const { terminationGracePeriodSeconds, containers } = spec.template.spec;
    const wait = Number(containers[0].lifecycle?.preStop.exec.command[1] ?? 0);
    const grace = Number(settings["SHUTDOWN_GRACE_MS"]) / 1000;
    expect(terminationGracePeriodSeconds).toBeGreaterThan(wait + grace + 5);
  }
});

test("each deployment has a disruption budget for its pods", () => {
  const selectors = (kind: string): readonly Parsed[] =>
    objects.filter((each) => each.kind === kind).map(({ spec }) => spec.selector.matchLabels);
  expect(selectors("PodDisruptionBudget")).toEqual(selectors("Deployment"));
});

test("an unknown member, a wrong type and a missing one would be found", () => {
  const object = structuredClone(objects.find(({ kind }) => kind === "Deployment"));
  object.spec.template.spec.securtyContext = {};
  object.spec.replicas = "two";
  delete object.spec.selector;
  const faults = faultsOf(object);
  expect(faults).toContain("/spec/template/spec/securtyContext is unknown");
  expect(faults).toContain("/spec/replicas type");
  expect(faults).toContain("/spec required");
});

test.each([
  [
    "allowPrivilegeEscalation",
    (pod: Parsed) => delete pod.containers[0].securityContext.allowPrivilegeEscalation,
  ],
  ["capabilities", (pod: Parsed) => (pod.containers[0].securityContext.capabilities.add = ["SYS_ADMIN"])],
  ["hostNetwork", (pod: Parsed) => (pod.hostNetwork = true)],
  ["runAsNonRoot", (pod: Parsed) => (pod.securityContext.runAsUser = 0)],
  ["seccompProfile", (pod: Parsed) => delete pod.securityContext.seccompProfile],
])("pods that are loose in %s would be found", (name, loosen) => {
  const template = structuredClone(withPods[0]?.[1].spec.template);
  loosen(template.spec);
  expect(looseIn(template)).toEqual([name]);
});
