// What the settings of all endpoints of models have in common.

import type { ModelSettings } from "../extraction/model/endpoint.ts";
import { UsageError } from "./failure.ts";

/** The names of the settings of an endpoint. */
interface EndpointNames {
  readonly url: string;
  readonly name: string;
  readonly key: string;
}

/** The endpoint that an environment names; undefined if it has no URL. Throws a {@link UsageError} for a malformed value, which it does not repeat: it may hold a password. */
export function endpointOf(
  env: NodeJS.ProcessEnv,
  names: EndpointNames,
): Omit<ModelSettings, "timeoutMs"> | undefined {
  const text = env[names.url];
  if (text === undefined) return undefined;
  const url = URL.parse(text);
  if (
    url === null ||
    !/^https?:$/.test(url.protocol) ||
    /[?#]/.test(text) ||
    url.username + url.password !== ""
  )
    throw new UsageError(
      `${names.url} must be a URL such as https://api.example.com/v1, without a user, a query and a fragment`,
    );
  const name = env[names.name] ?? "";
  if (!/^(?=.*\S)\P{Cc}{1,200}$/u.test(name))
    throw new UsageError(
      `${names.name} must name the model at ${names.url}, in 1 to 200 printable characters`,
    );
  const key = env[names.key];
  if (key !== undefined && !/^[\x21-\x7e]{1,4096}$/.test(key))
    throw new UsageError(`${names.key} must be visible ASCII characters without spaces`);
  return { url: url.href, name, key };
}
