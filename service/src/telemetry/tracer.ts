// Records spans with OpenTelemetry's API.

import {
  type Tracer as ApiTracer,
  type Context,
  context,
  type Span,
  SpanKind,
  SpanStatusCode,
  type TextMapPropagator,
  trace,
} from "@opentelemetry/api";
import type { Attributes, Headers, OpenSpan, Tracer } from "./spans.ts";

const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT };

/** Records spans by a tracer of the API; a propagator reads the caller's span from its headers. */
export function tracerOver(tracer: ApiTracer, propagator: TextMapPropagator<Headers>): Tracer {
  return {
    open: ({ name, kind, attributes = {} }, headers) => {
      const parent =
        headers === undefined
          ? context.active()
          : propagator.extract(context.active(), headers, { keys: Object.keys, get: valueOf });
      const options = {
        kind: kind === undefined ? SpanKind.INTERNAL : kinds[kind],
        attributes: defined(attributes),
      };
      const span = tracer.startSpan(name, options, parent);
      return openSpanOf(span, trace.setSpan(parent, span));
    },
    isInside: () => trace.getActiveSpan()?.isRecording() === true,
    outside: (work) => context.with(trace.deleteSpan(context.active()), work),
  };
}

function openSpanOf(span: Span, within: Context): OpenSpan {
  let hasFailed = false;
  return {
    set: (attributes) => void span.setAttributes(defined(attributes)),
    rename: (name) => void span.updateName(name),
    fail: (type) => {
      if (hasFailed) return;
      hasFailed = true;
      span.setStatus({ code: SpanStatusCode.ERROR }).setAttribute("error.type", type);
    },
    end: () => span.end(),
    run: (work) => context.with(within, work),
  };
}

function valueOf(headers: Headers, name: string): string | string[] | undefined {
  return headers[name];
}

/** Without the attributes that are undefined; lists are copied, as the types of the API are writable. */
function defined(attributes: Attributes): Record<string, string | number | boolean | string[]> {
  return Object.fromEntries(
    Object.entries(attributes).flatMap(([name, value]) => {
      if (value === undefined) return [];
      return [[name, typeof value === "object" ? [...value] : value]];
    }),
  );
}
