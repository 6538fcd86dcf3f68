import { map, type Observable, of, throwError } from 'rxjs'
import { delay } from '../../../lib/base/clock/delay.js'
import { type FetchedPage, fetchUndecoded } from '../../../lib/streams/pages/fetchPage.js'
import { noPace, readPages, type ReadPagesConfig } from '../../../lib/streams/pages/readPages.js'
import { connectionOver } from '../../helpers/connection.js'
import { book, listServer, pageAsked, type Row, rows, type Script } from '../../helpers/lists.js'
import { marbles } from '../../helpers/marbles.js'

const reading = (script: Script, config: Partial<ReadPagesConfig<Row, string>>) => {
  const server = listServer(script)
  const connection = connectionOver(server.http)
  const fetch = fetchUndecoded(connection, connection.http, rows, {})
  const transform = ({ number }: FetchedPage<Row>): Observable<string> => of(String(number))
  const read = readPages(connection, rows, fetch, { maxPages: 100, prefetch: 0, pace: noPace, transform, ...config })
  return { server, read }
}

describe('readPages', () => {
  it('emits a page after it was transformed, and requests the next one then', () => {
    marbles(({ clock, expectObservable, flush }) => {
      const asked: Array<number> = []
      const script: Script = (request) => {
        asked.push(clock.monotonic())
        return book([1, 1, 1])(request)
      }
      const transform = ({ number }: FetchedPage<Row>) => delay(clock, 10).pipe(map(() => String(number)))
      expectObservable(reading(script, { transform }).read).toBe('10ms 1 9ms 2 9ms (3|)')
      flush()
      expect(asked).toEqual([0, 10, 20])
    })
  })

  it('asks ahead while a page is transformed, with prefetch: 1', () => {
    marbles(({ clock, expectObservable, flush }) => {
      const asked: Array<number> = []
      const script: Script = (request) => {
        asked.push(clock.monotonic())
        return book([1, 1, 1])(request)
      }
      const transform = ({ number }: FetchedPage<Row>) => delay(clock, 10).pipe(map(() => String(number)))
      expectObservable(reading(script, { transform, prefetch: 1 }).read).toBe('10ms 1 9ms 2 9ms (3|)')
      flush()
      expect(asked).toEqual([0, 0, 10])
    })
  })

  it('errors as the transformation of a page does, and requests nothing more', () => {
    marbles(({ expectObservable, flush }) => {
      const broken = new Error('not acknowledged')
      const transform = ({ number }: FetchedPage<Row>) => (number === 2 ? throwError(() => broken) : of(String(number)))
      const { server, read } = reading(book([1, 1, 1]), { transform })
      expectObservable(read).toBe('(1#)', undefined, broken)
      flush()
      expect(server.requests.map(pageAsked)).toEqual([1, 2])
    })
  })

  it('unsubscribes from the transformation of a page with its subscriber', () => {
    marbles(({ cold, expectObservable, expectSubscriptions }) => {
      const transform = cold('---1')
      const { read } = reading(book([1, 1]), { transform: () => transform })
      expectObservable(read, '^-!').toBe('-')
      expectSubscriptions(transform.subscriptions).toBe('^-!')
    })
  })

  it('begins again for each subscriber: what one has visited is no loop to the other', () => {
    marbles(({ expectObservable }) => {
      const { read } = reading(book([1, 0, 1]), {})
      expectObservable(read).toBe('(123|)')
      expectObservable(read, '-----^').toBe('-----(123|)')
    })
  })
})
