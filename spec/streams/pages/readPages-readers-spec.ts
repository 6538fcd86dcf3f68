import * as t from 'io-ts'
import { of, queueScheduler } from 'rxjs'
import type { Http } from '../../../lib/index.js'
import { connectionOver } from '../../helpers/connection.js'
import { pages } from '../../helpers/interpreters.js'
import { page } from '../../helpers/responses.js'

/** Three pages. */
const http: Http = ({ url }) => {
  const number = Number(new URL(url).searchParams.get('n') ?? '1')
  return of(page([], number < 3 ? `/v2/banks?n=${String(number + 1)}` : null))
}
const list = {
  operation: 'banks.list',
  method: 'GET',
  path: '/v2/banks',
  access: 'public',
  resource: t.unknown,
} as const
const reading = () => {
  const read = pages(connectionOver(http))
  return () => read(list)
}

it('a reader that begins within a page of another reads its list at once', () => {
  const read = reading()
  const log: Array<string> = []
  read().subscribe((outer) => {
    log.push(`outer ${String(outer.number)}`)
    read().subscribe({
      next: (inner) => log.push(`inner ${String(inner.number)}`),
      complete: () => log.push('inner complete'),
    })
  })
  const inner = ['inner 1', 'inner 2', 'inner 3', 'inner complete']
  expect(log.slice(0, 10)).toEqual(['outer 1', ...inner, 'outer 2', ...inner])
})

it('a reader that begins in an action of the queueScheduler reads its list even if that action throws', () => {
  const log: Array<string> = []
  const schedule = () =>
    queueScheduler.schedule(() => {
      reading()().subscribe({
        next: ({ number }) => log.push(`page ${String(number)}`),
        complete: () => log.push('complete'),
      })
      throw new Error('of the program')
    })
  expect(schedule).toThrow('of the program')
  expect(log).toEqual(['page 1', 'page 2', 'page 3', 'complete'])
})
