/** Where the processor's time is measured, collections in other threads would count for whoever runs meanwhile. */
const oneThread = '--single-threaded-gc'

/**
 * The suites: the file `suites/<name>.mjs` exports `comparisons`, as `harness/compare.mjs` describes it.
 *
 * - `about`: a line for `--help`.
 * - `file`: of another suite whose comparisons these are too, under other flags.
 * - `flags`: of the Node process that it runs in; those that all have stand in `run.mjs`.
 */
export const suites = [
  {
    name: 'decode',
    about: 'a page of 500 transactions, parsed, to decoded values, against JSON.parse',
    flags: [oneThread],
  },
  {
    name: 'decode-no-eval',
    about: 'the same where code from strings is forbidden, as under a strict CSP',
    file: 'decode',
    flags: [oneThread, '--disallow-code-generation-from-strings'],
  },
  { name: 'paging', about: '200 pages over loopback, against a bare http.request loop' },
  { name: 'overlap', about: 'a server and a consumer that take 20 ms each, with and without prefetch' },
  { name: 'fanOut', about: 'thousands of requests, 64 at once, against the bare transports' },
  {
    name: 'policies',
    about: 'a request without a wire, through the chain of policies and less each of them',
    flags: [oneThread, '--min-semi-space-size=64', '--max-semi-space-size=64'],
  },
  { name: 'memory', about: 'what is held while millions of rows go by' },
  { name: 'watchers', about: 'what 10,000 watchers hold, and what they cost while nothing is due' },
  { name: 'sessions', about: 'what 100,000 sessions of users hold while nothing is asked for' },
  {
    name: 'changeLog',
    about: "the log of a mirror's changes: what it adds to a round, its size, and how fast it is read",
  },
  {
    name: 'relinks',
    about: 'a bank that is connected again: 10,000 rows under new ids in a mirror, against the first time',
    flags: [oneThread],
  },
  { name: 'start', about: 'import time, and sizes of bundles' },
]
