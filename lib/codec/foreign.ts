/** Names that options have in other libraries, and their names here. */
export const foreign: ReadonlyMap<string, string> = /* @__PURE__ */ new Map(
  /* @__PURE__ */ Object.entries({
    apiKey: 'clientId',
    app: 'application',
    interval: 'every',
    max: 'count',
    maxRetries: 'retry',
    pageSize: 'limit',
    retries: 'retry',
    timeout: 'within',
    url: 'baseUrl',
    window: 'per',
  }),
)
