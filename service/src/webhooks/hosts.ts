// Which hosts webhooks may call: those that the operator names, and which of them may be what others may not.

/** What the operator allows. */
export interface WebhookHosts {
  /** Hosts by their names, with a port where it is not that of the scheme: these may also be called without encryption, and at any address. */
  readonly named: ReadonlySet<string>;
  /** Ends of names, such as `.example.com`; empty for all. Only with encryption, and at addresses of the public internet. */
  readonly endings: readonly string[];
}

/** Reads a list such as `hooks.example.com, *.example.org, 10.0.0.5:8080`; `*` is every host. Undefined if an entry is none. */
export function hostsIn(entries: readonly string[]): WebhookHosts | undefined {
  const named = new Set<string>();
  const endings: string[] = [];
  for (const entry of entries) {
    if (entry === "*") endings.push("");
    else if (entry.startsWith("*.")) {
      const domain = hostOf(entry.slice(2));
      if (domain === undefined || /[:[]/.test(domain)) return undefined;
      endings.push(`.${domain}`);
    } else {
      const host = hostOf(entry);
      if (host === undefined) return undefined;
      named.add(host);
    }
  }
  return { named, endings };
}

/** A host as a URL writes it, with its port if it names one; undefined if it is none. */
function hostOf(text: string): string | undefined {
  const { host = "", port = "" } =
    /^(?<host>\[[\da-f:.]+\]|[^\s/?#@:[\]\\*]+)(?::(?<port>\d{1,5}))?$/i.exec(text)?.groups ?? {};
  const url = URL.parse(`http://${host}`);
  if (url === null || host === "" || Number(port) > 65_535) return undefined;
  return port === "" ? url.hostname : `${url.hostname}:${String(Number(port))}`;
}

/** Whether the operator names the host of a URL, rather than the end of its name. */
export function isNamed({ named }: WebhookHosts, { protocol, hostname, port }: URL): boolean {
  const standard = protocol === "https:" ? "443" : "80";
  return named.has(`${hostname}:${port === "" ? standard : port}`) || (port === "" && named.has(hostname));
}

/** Why a URL may not be called, as the rest of a sentence about it; undefined if it may. */
export function refusalOf(hosts: WebhookHosts, text: string): string | undefined {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol)) return "must be a URL that begins with https://";
  if (url.username + url.password !== "") return "must have no user and no password";
  if (text.includes("#")) return "must have no fragment";
  if (isNamed(hosts, url)) return undefined;
  const isAllowed = url.port === "" && hosts.endings.some((ending) => url.hostname.endsWith(ending));
  if (!isAllowed)
    return "must be at a host that this service may call; its operator names them in WEBHOOK_HOSTS";
  return url.protocol === "https:" ? undefined : "must begin with https://";
}
