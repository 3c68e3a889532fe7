#!/usr/bin/env bash
# Makes the parser from grammar.js, as C and as WebAssembly: with tree-sitter-cli 0.26.11 and Debian's clang 21 and lld 21.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
tree-sitter generate --abi 14
# Only parsers with a scanner of their own need these.
rm src/tree_sitter/alloc.h src/tree_sitter/array.h
# All that parser.c takes from the library of C is NULL.
headers=$(mktemp -d)
trap 'rm -r "$headers"' EXIT
echo '#define NULL ((void *)0)' >"$headers/stdlib.h"
clang --target=wasm32 -Os -fPIC -nostdlib -isystem "$headers" -isystem src -shared -Wl,--no-entry,--strip-all \
  -Wl,--experimental-pic,--export=tree_sitter_slice_cql -o slice_cql.wasm src/parser.c
chmod -x slice_cql.wasm
sha256sum grammar.js src/parser.c slice_cql.wasm >built.sha256
