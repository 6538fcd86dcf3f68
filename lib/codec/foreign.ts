/** Names that options have in other libraries, and their names here. */
export const foreign: ReadonlyMap<string, string> = /* @__PURE__ */ new Map([
  ['apiKey', 'clientId'],
  ['interval', 'every'],
  ['maxRetries', 'retry'],
  ['pageSize', 'limit'],
  ['retries', 'retry'],
  ['timeout', 'within'],
  ['url', 'baseUrl'],
])
