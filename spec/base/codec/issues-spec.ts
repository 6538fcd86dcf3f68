import fc from 'fast-check'
import { isLeft } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { id } from '../../../lib/base/codec/id.js'
import { type Issue, issues, shorten } from '../../../lib/base/codec/issues.js'
import { list } from '../../../lib/base/codec/list.js'
import { integer, milliseconds } from '../../../lib/base/codec/numbers.js'
import { record } from '../../../lib/base/codec/record.js'
import { timestamp } from '../../../lib/base/codec/timestamp.js'
import { character } from '../../helpers/text.js'

const issuesOf = (codec: t.Mixed, u: unknown): ReadonlyArray<Issue> => {
  const decoded = codec.decode(u)
  return isLeft(decoded) ? issues(decoded.left) : []
}

const row = record('row', { id }, { updated_at: timestamp })
const page = record('page', { resources: list(row) }, {})

describe('issues', () => {
  it('points at the wrong field of the wrong row', () => {
    const updated_at = '2021-06-01T00:00:00.000Z'
    const resources = [
      { id: 1, updated_at },
      { id: 2, updated_at: 5 },
      { id: 3, updated_at },
    ]
    expect(issuesOf(page, { resources })).toStrictEqual([{ path: '/resources/1/updated_at', expected: 'timestamp' }])
  })

  it('names the whole value with an empty path', () => {
    expect(issuesOf(page, [])).toStrictEqual([{ path: '', expected: 'page' }])
    expect(issues([])).toStrictEqual([])
  })

  it('cuts a long name before an emoji, not within it', () => {
    expect(shorten(`${'x'.repeat(199)}😀x`)).toBe(`${'x'.repeat(199)}…`)
    expect(shorten(`${'x'.repeat(198)}😀x`)).toBe(`${'x'.repeat(198)}😀…`)
  })

  it('escapes keys as a JSON pointer does', () => {
    const unescape = (path: string) => path.slice(1).replace(/~1/g, '/').replace(/~0/g, '~')
    fc.assert(
      fc.property(fc.string({ unit: character }), (key) => {
        const paths = issuesOf(t.type({ [key]: id }), { [key]: 'x' }).map((issue) => issue.path)
        expect(paths.map(unescape)).toStrictEqual([key])
        expect(paths.every((path) => path.lastIndexOf('/') === 0)).toBe(true)
      }),
    )
    expect(issuesOf(record('r', { 'a/b~c': id }, {}), {})).toStrictEqual([
      { path: '/a~1b~0c', expected: 'id (missing)' },
    ])
  })

  it('makes no steps of the members of an intersection, however they nest', () => {
    const both = t.intersection(
      [row, t.intersection([t.type({ a: t.type({ b: t.string }) }), t.partial({ c: id })])],
      'both',
    )
    expect(issuesOf(t.type({ x: t.readonly(both) }), { x: { id: 'x', a: { b: 1 }, c: 'x' } })).toStrictEqual([
      { path: '/x/id', expected: 'id' },
      { path: '/x/a/b', expected: 'string' },
      { path: '/x/c', expected: 'id' },
    ])
    expect(issuesOf(t.type({ x: both }), { x: NaN })).toStrictEqual([{ path: '/x', expected: 'both' }])
  })

  it('tells a union as a whole and once', () => {
    const either = t.union([t.string, t.array(t.number), row], 'text, numbers or row')
    for (const codec of [either, t.readonly(either), t.refinement(either, () => true, 'refined')])
      expect(issuesOf(t.type({ x: codec, y: id }), { x: [1, 'a', {}], y: 'x' })).toStrictEqual([
        { path: '/x', expected: codec.name },
        { path: '/y', expected: 'id' },
      ])
  })

  it('goes into the member that the tag of a union chose', () => {
    const tagged = t.union([t.type({ k: t.literal('a'), v: id }), t.type({ k: t.literal('b'), w: id })], 'a or b')
    expect(issuesOf(t.type({ x: tagged }), { x: { k: 'b', w: 'x' } })).toStrictEqual([{ path: '/x/w', expected: 'id' }])
    expect(issuesOf(t.type({ x: tagged }), { x: { k: 'c' } })).toStrictEqual([{ path: '/x', expected: 'a or b' }])
  })

  it('follows a recursive codec', () => {
    interface Tree {
      readonly children: Array<Tree>
    }
    const tree: t.Type<Tree> = t.recursion('tree', (self) => t.type({ children: t.array(self) }))
    expect(issuesOf(tree, { children: [{ children: [{ children: 1 }] }] })).toStrictEqual([
      { path: '/children/0/children/0/children', expected: 'Array<tree>' },
    ])
  })

  it('says where nothing was given', () => {
    const codec = record('row', { id, inner: record('inner', { at: timestamp }, {}) }, {})
    expect(issuesOf(codec, { inner: {} })).toStrictEqual([
      { path: '/id', expected: 'id (missing)' },
      { path: '/inner/at', expected: 'timestamp (missing)' },
    ])
    expect(issuesOf(codec, { id: null, inner: { at: null } })).toStrictEqual([
      { path: '/id', expected: 'id' },
      { path: '/inner/at', expected: 'timestamp' },
    ])
    expect(issuesOf(t.type({ either: t.union([id, t.string], 'either') }), {})).toStrictEqual([
      { path: '/either', expected: 'either (missing)' },
    ])
  })

  it('does not say so of what a codec of another library has not told', () => {
    const reported = [{ value: 1, context: [{ key: '', type: id }] }]
    expect(issues(reported)).toStrictEqual([{ path: '', expected: 'id' }])
  })

  it('shows the wrong number of an amount or a time, and no other value', () => {
    const codec = t.type({ size: integer(1), wait: milliseconds(1), row: id, text: t.string })
    expect(issuesOf(codec, { size: 0, wait: -0.5, row: -7, text: 12345 })).toStrictEqual([
      { path: '/size', expected: 'a whole number, 1 or more (is 0)' },
      { path: '/wait', expected: 'milliseconds, 1 or more (is -0.5)' },
      { path: '/row', expected: 'id' },
      { path: '/text', expected: 'string' },
    ])
    expect(issuesOf(codec, { size: '12345', wait: ['x'], row: 1, text: 'x' })).toStrictEqual([
      { path: '/size', expected: 'a whole number, 1 or more' },
      { path: '/wait', expected: 'milliseconds, 1 or more' },
    ])
  })

  it('tells ten issues at most, each path once', () => {
    expect(issuesOf(page, { resources: Array.from({ length: 500 }, () => ({})) })).toStrictEqual(
      Array.from({ length: 10 }, (_, i) => ({ path: `/resources/${String(i)}/id`, expected: 'id (missing)' })),
    )
    expect(
      issuesOf(
        t.array(id),
        Array.from({ length: 500 }, () => 'x'),
      ),
    ).toHaveLength(10)
    const twice = t.intersection([t.type({ a: id }), t.type({ a: timestamp })])
    expect(issuesOf(twice, { a: 'x' })).toStrictEqual([{ path: '/a', expected: 'id' }])
  })

  it('cuts the name of a codec that nobody named, which has all that is in it', () => {
    const fields = Array.from({ length: 100 }, (_, n) => [`field${String(n)}`, t.string] as const)
    const [{ expected } = { expected: '' }] = issuesOf(t.type(Object.fromEntries(fields)), null)
    expect(expected).toMatch(/^\{ field0: string, .+…$/)
    expect(expected).toHaveLength(201)
  })

  it('tells nothing of the data: no value, no key of a dictionary', () => {
    const secret = 'canary-3f1c'
    const codec = record(
      'r',
      { a: id, b: t.record(t.string, id), c: t.union([id, t.null]), d: list(id) },
      { e: timestamp },
    )
    const input = { a: secret, b: { [secret]: secret, 'other-canary': {} }, c: { secret }, d: [secret], e: [secret] }
    const reported = issuesOf(codec, input)
    expect(JSON.stringify(reported)).not.toContain('canary')
    expect(reported.map((issue) => issue.path)).toStrictEqual(['/a', '/b/*', '/c', '/d/0', '/e'])
  })
})
