/** What is in no file of an example, by what it would do. Each has a line that it would be found in. */
const everywhere: ReadonlyArray<readonly [why: string, pattern: RegExp, bad: string]> = [
  ['runs text as code', /\beval\(|new Function\(|\bvm\b.*runIn/, 'eval(text)'],
  ['makes a page of text', /innerHTML|outerHTML|document\.write|bypassSecurityTrust/, 'list.innerHTML = name'],
  ['opens Node to a page', /nodeIntegration\w*: true|contextIsolation: false|sandbox: false/, 'nodeIntegration: true'],
  [
    'lifts the rules of the browser',
    /webSecurity: false|allowRunningInsecureContent|--no-sandbox/,
    'webSecurity: false',
  ],
  [
    'allows any origin',
    /Access-Control-Allow-Origin['"]?[:,] *['"]\*|'unsafe-(inline|eval)'/,
    `script-src 'unsafe-eval'`,
  ],
  ['trusts any server', /rejectUnauthorized: false|NODE_TLS_REJECT_UNAUTHORIZED/, 'rejectUnauthorized: false'],
  ['opens a port to others', /0\.0\.0\.0|\[::\]|listen\([^)]*'::'/, "server.listen(80, '0.0.0.0')"],
  ['starts a shell for a text', /\bexec(Sync)?\b.*child_process/, "import { exec } from 'node:child_process'"],
  [
    'names a folder of a machine',
    /['"`(=](\/home\/|\/Users\/|\/root\/|\/work\/|\/tmp\/|[A-Z]:\\)/,
    "open('/home/me/x')",
  ],
]

/** What a browser, which everybody can look into, is not given. */
const inBrowsers: typeof everywhere = [
  ['holds what opens the bank', /clientSecret|client-secret|sandbox-secret|\.credentials\b/i, '{ clientSecret }'],
  ['asks for tokens itself', /token\$|\binvalidate\(|externalUserId|\bpassword:/, 'user.token$.subscribe()'],
  ['reads cookies', /document\.cookie/, 'parse(document.cookie)'],
]

/** Hosts that are of this machine or of nobody, and names that nobody asks. */
const nobody = /^(127\.0\.0\.1|localhost|\[::1\]|www\.w3\.org|([\w-]+\.)*(example|invalid|localhost))$/

const hosts = (text: string): ReadonlyArray<string> =>
  Array.from(text.matchAll(/\b(?:https?|wss?):\/\/([\w.-]+|\[[\d:]+\])/g), ([, host = '']) => host)

const isOfBrowsers = (path: string): boolean => /^(angular\/src|electron\/src\/page)\//.test(path)

/** What is wrong with a file of an example; `path` begins with the example's name. */
export const unsafe = (path: string, text: string): ReadonlyArray<string> => {
  const rules = isOfBrowsers(path) ? [...everywhere, ...inBrowsers] : everywhere
  const found = rules.filter(([, pattern]) => pattern.test(text)).map(([why]) => why)
  const asked = hosts(text).filter((host) => !nobody.test(host))
  return [...found, ...asked.map((host) => `names ${host}`)]
}

/** A line for each rule that must be found. */
export const badLines: ReadonlyArray<readonly [why: string, path: string, text: string]> = [
  ...everywhere.map(([why, , bad]) => [why, 'watcher/src/x.ts', bad] as const),
  ...inBrowsers.map(([why, , bad]) => [why, 'angular/src/x.ts', bad] as const),
  ['names evil.test', 'electron/src/x.ts', "fetch('https://evil.test/rows')"],
]
