import { some } from 'fp-ts/lib/Option.js'
import { NEVER } from 'rxjs'
import { createVirtualClock } from '../../../lib/base/clock/virtualClock.js'
import { id } from '../../../lib/base/codec/id.js'
import { record } from '../../../lib/base/codec/record.js'
import { timestamp } from '../../../lib/base/codec/timestamp.js'
import type { Emit } from '../../../lib/base/event/eventHub.js'
import { toHttpRequest } from '../../../lib/http/toHttpRequest.js'
import { decodeRows, emitRejected, rowsError } from '../../../lib/streams/pages/decodeRows.js'
import { request } from '../../helpers/refreshes.js'
import { watching } from '../../helpers/watching.js'

const codec = record('stock', { id }, { updated_at: timestamp })
const all = (): boolean => true

describe('decodeRows', () => {
  it('decodes every row that the codec accepts, in order, and tells where the others are', () => {
    const rows = [{ id: 1 }, { id: 'x' }, { id: '3', updated_at: '2026-01-01T00:00:00.000Z' }, null]
    expect(decodeRows(codec, rows, all)).toEqual({
      resources: [{ id: 1 }, { id: 3, updated_at: new Date(Date.UTC(2026, 0, 1)) }],
      rejected: [
        { index: 1, issues: [{ path: '/id', expected: 'id' }] },
        { index: 3, issues: [{ path: '', expected: 'stock' }] },
      ],
    })
  })

  it('leaves out what is not wanted, even if the codec refuses it', () => {
    const isWanted = (row: unknown, decoded: unknown): boolean =>
      row !== 'unwanted' && (decoded as { id?: unknown } | undefined)?.id !== 2
    expect(decodeRows(codec, ['unwanted', { id: 1 }, { id: '2' }, 'wrong'], isWanted)).toEqual({
      resources: [{ id: 1 }],
      rejected: [{ index: 3, issues: [{ path: '', expected: 'stock' }] }],
    })
  })
})

describe('emitRejected', () => {
  it('emits an event for each row, with paths that name the row by its index', () => {
    const events: Array<unknown> = []
    const issues = [
      { path: '', expected: 'stock' },
      { path: '/id', expected: 'id' },
    ]
    const emit: Emit = (about, body) => events.push([about.number, body()])
    emitRejected(emit, { number: 3, operation: 'stocks.list' }, [
      { index: 0, issues: [] },
      { index: 7, issues },
    ])
    expect(events).toEqual([
      [3, { _tag: 'RowRejected', issues: [] }],
      [
        3,
        {
          _tag: 'RowRejected',
          issues: [
            { path: '/resources/7', expected: 'stock' },
            { path: '/resources/7/id', expected: 'id' },
          ],
        },
      ],
    ])
  })
})

describe('rowsError', () => {
  const connection = watching(() => NEVER, { clock: createVirtualClock() })
  const asked = toHttpRequest(connection, request, {}, { number: 4, url: 'https://bank.example/v2/next' })

  it('names the operation, the page and what is wrong on it', () => {
    const error = rowsError(asked, [{ index: 2, issues: [{ path: '/id', expected: 'id' }] }])
    expect(error).toMatchObject({ _tag: 'DecodeError', reason: 'shape', operation: request.operation, page: some(4) })
    expect(error.issues).toEqual([{ path: '/resources/2/id', expected: 'id' }])
  })

  it('tells ten issues at most, for a message has an end', () => {
    const issues = [
      { path: '/id', expected: 'id' },
      { path: '/updated_at', expected: 'timestamp' },
    ]
    const error = rowsError(
      asked,
      Array.from({ length: 500 }, (_, index) => ({ index, issues })),
    )
    expect(error.issues).toHaveLength(10)
    expect(error.issues[9]).toEqual({ path: '/resources/4/updated_at', expected: 'timestamp' })
  })
})
