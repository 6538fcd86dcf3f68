// What happens at services that err: late, backwards, twice, in pieces, with clocks that are wrong.
import { minutes } from './feed.mjs'

export const minute = 60_000
const day = 24 * 60 * minute

/** What happens at a service while it is watched; each step is followed by some minutes. */
export const histories = {
  'rows that are shown four minutes late': (s) => [() => s.put(2, 'late', { in: 4 * minute }), () => s.put(3, 'next')],
  'another content of one moment': (s) => [() => twice(s, { label: 'b' }, 0)],
  'a version with an older stamp': (s) => [() => twice(s, { label: 'corrected' }, -minute)],
  'versions with older and older stamps': (s) => [
    () => twice(s, { label: 'corrected' }, -minute),
    () => twice(s, { label: 'again' }, -2 * minute),
  ],
  'several writers, whose clocks differ by two minutes': (s) =>
    Array.from({ length: 12 }, (_, n) => () => s.put(n % 3, `v${n}`, { stamp: s.now() + ((n % 3) - 1) * 2 * minute })),
  'a clock that is set back an hour': (s) => [
    () => (s.ahead = -60 * minute),
    () => s.put(2, 'after it'),
    () => s.put(3, 'more'),
  ],
  'a clock that is set back a day': (s) => [() => (s.ahead = -day), () => s.put(2, 'after it')],
  'a clock that is set forward, and back': (s) => [
    () => (s.ahead = day),
    () => (s.ahead = 0),
    () => s.put(2, 'after it'),
  ],
  'a clock that is set forward while rows come, and back': (s) => [
    () => {
      s.ahead = day
      s.put(2, 'ahead')
    },
    () => {
      s.ahead = 0
      s.put(3, 'right')
    },
    () => s.put(4, 'x'),
  ],
  'a Date that is ahead by a day, once': (s) => [
    () => once(s, new Date(s.now() + day).toUTCString()),
    () => s.put(2, 'x'),
  ],
  'a Date of 1970': (s) => [() => (s.date = () => new Date(0).toUTCString()), () => s.put(2, 'x')],
  'a Date of 9999': (s) => [
    () => (s.date = () => new Date(Date.UTC(9999, 0)).toUTCString()),
    () => s.put(2, 'x'),
    () => s.put(3, 'y'),
  ],
  'a Date that is none': (s) => [() => (s.date = () => 'yesterday'), () => s.put(2, 'x')],
  'no Date': (s) => [() => (s.date = () => undefined), () => s.put(2, 'x'), () => s.put(3, 'y')],
  'a Date that comes and goes': (s) =>
    Array.from({ length: 6 }, (_, n) => () => {
      s.date = n % 2 ? () => undefined : () => new Date(s.now()).toUTCString()
      s.put(n, `v${n}`)
    }),
  'a Date that walks by ten minutes': (s) =>
    Array.from({ length: 8 }, (_, n) => () => {
      s.date = () => new Date(s.now() + (n % 2 ? 10 : -10) * minute).toUTCString()
      s.put(n, `v${n}`)
    }),
  'a stamp that is an hour ahead': (s) => [
    () => s.put(2, 'ahead', { stamp: s.now() + 60 * minute }),
    () => s.put(3, 'x'),
    () => s.put(4, 'y'),
  ],
  'a stamp of the year 9999': (s) => [
    () => s.put(2, 'ahead', { stamp: Date.UTC(9999, 0) }),
    () => s.put(3, 'x'),
    () => s.put(3, 'y'),
  ],
  'a replica that lags by two minutes, every other time': (s) => [
    () => lag(s),
    ...Array.from({ length: 8 }, (_, n) => () => s.put(n, `v${n}`)),
  ],
  'a replica that has lost a row, and has it again': (s) => [
    () => s.put(2, 'x'),
    () => (s.shown = (all) => all.slice(0, -1)),
    () => (s.shown = (all) => all),
    () => s.put(3, 'y'),
  ],
  'rows without updated_at': (s) => [
    () => s.put(2, 'x', { updated_at: undefined }),
    () => s.put(2, 'y', { updated_at: undefined }),
  ],
  'rows whose updated_at is null': (s) => [
    () => s.put(2, 'x', { updated_at: null }),
    () => s.put(2, 'y', { updated_at: null }),
  ],
  'stamps with an offset': (s) => [
    () => s.put(2, 'x', { stamp: new Date(s.now() + 2 * 60 * minute).toISOString().replace('Z', '+02:00') }),
    () => s.put(3, 'y'),
  ],
  'stamps of whole seconds': (s) => [
    () => s.put(2, 'x', { stamp: `${new Date(s.now()).toISOString().slice(0, 19)}Z` }),
    () => s.put(3, 'y'),
  ],
  'a deletion, and the id again': (s) => [
    () => s.put(1, 'x'),
    () => s.put(1, 'x', { is_deleted: true }),
    () => s.put(1, 'again'),
  ],
  'a deletion of what was never shown': (s) => [() => s.put(9, 'x', { is_deleted: true })],
  'a deletion and its row in one moment': (s) => [() => twice(s, { is_deleted: true }, 0)],
  'a thousand rows of one moment': (s) => [
    () => {
      for (let n = 0; n < 1000; n++) s.put(n, 'a', { stamp: s.now() })
    },
    () => s.put(5000, 'x'),
  ],
  'pages of one row': (s) => [
    () => {
      s.limit = 1
      for (let n = 0; n < 30; n++) s.put(n, 'a')
    },
    () => s.put(1, 'b'),
  ],
  'rows that come while pages are read': (s) => [
    () => {
      s.limit = 3
      for (let n = 0; n < 20; n++) s.put(n, 'a')
      s.instead = (n) => void (n % 3 === 0 && n < 90 && s.put(100 + n, 'new'))
    },
  ],
  'rows that move to the top while pages are read': (s) => [
    () => {
      s.limit = 3
      for (let n = 0; n < 20; n++) s.put(n, 'a')
      let moved = 0
      s.instead = (n) => void (n % 4 === 0 && moved < 20 && s.put(moved++, 'moved'))
    },
  ],
  'an id in digits': (s) => [() => s.put(7, 'a'), () => s.put('7', 'b')],
  'rows that are nested ten thousand deep': (s) => [
    () => s.put(2, 'x'),
    () => (s.write = (body) => JSON.stringify(body).replace('"label":"x"', `"label":"x","deep":${nested}`)),
    () => s.put(3, 'x'),
  ],
  'a cursor that dies': (s) => [
    () => {
      s.limit = 2
      for (let n = 0; n < 9; n++) s.put(n, 'b')
      dies(s, 410, 1)
    },
  ],
  'a cursor that dies twice': (s) => [
    () => {
      s.limit = 2
      for (let n = 0; n < 9; n++) s.put(n, 'b')
      dies(s, 404, 2)
    },
  ],
  'failures in the middle of rounds': (s) => [
    () => {
      s.limit = 2
      for (let n = 0; n < 20; n++) s.put(n, 'b')
      let n = 0
      s.instead = (_, params) =>
        params.has('after') && n++ % 3 === 0 && n < 30 ? { status: 503, body: {} } : undefined
    },
  ],
  'a 429 in the middle of a round': (s) => [
    () => {
      s.limit = 2
      for (let n = 0; n < 9; n++) s.put(n, 'b')
      dies(s, 429, 3)
    },
  ],
  'a 401 in the middle of a round': (s) => [
    () => {
      s.limit = 2
      for (let n = 0; n < 9; n++) s.put(n, 'b')
      dies(s, 401, 1)
    },
  ],
}

/** A version of a row, and two minutes later, when it was seen, another, stamped by `after` milliseconds later. */
const twice = (s, { label, ...fields }, after) => {
  const stamp = s.now()
  s.put(1, 'newer', { stamp })
  minutes(s, 2)
  s.put(1, label ?? 'newer', { stamp: stamp + after, ...fields })
}

const nested = '['.repeat(10_000) + ']'.repeat(10_000)

const once = (s, date) => {
  const right = s.date
  s.date = () => {
    s.date = right
    return date
  }
}

const lag = (s) => {
  let n = 0
  s.shown = (all) => (n++ % 2 ? all.filter(({ from }) => from <= s.clock.monotonic() - 2 * minute) : all)
}

export const dies = (s, status, times) => {
  let left = times
  s.instead = (_, params) => (params.has('after') && left-- > 0 ? { status, body: {} } : undefined)
}
