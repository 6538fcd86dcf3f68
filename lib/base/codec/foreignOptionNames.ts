/** Names that options have in other libraries, and their names here. */
export const foreignOptionNames: ReadonlyMap<string, string> = /* @__PURE__ */ new Map(
  /* @__PURE__ */ Object.entries({
    url: 'baseUrl',
    apiKey: 'clientId',
    app: 'application',
    interval: 'every',
    max: 'count',
    maxRetries: 'retry',
    retries: 'retry',
    pageSize: 'limit',
    timeout: 'within',
    window: 'per',
  }),
)
