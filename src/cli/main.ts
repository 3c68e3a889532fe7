#!/usr/bin/env node
// Starts the program `slice-cql`. Compiling it is a good part of every start, so Node is asked to keep what it compiled, for the next
// one; that works only for what is imported afterwards. NODE_DISABLE_COMPILE_CACHE=1 turns it off.
import module from "node:module";

// Node 22.0 does not have it yet.
const { enableCompileCache }: Partial<typeof module> = module;
enableCompileCache?.();
await import("./program.ts");
