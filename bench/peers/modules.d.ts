// The types of modules that have none: only what the benchmark uses.

declare module "@elastic/eui/lib/components/search_bar/query/query.js" {
  export const Query: { readonly parse: (text: string) => object };
}
