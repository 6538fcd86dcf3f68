import { of, queueScheduler } from 'rxjs'
import { createConnection, type Http, listBanks, pages } from '../../../lib/index.js'

const http: Http = (request) => {
  const n = Number(new URL(request.url).searchParams.get('n') ?? '1')
  const next_uri = n < 3 ? `/v2/banks?n=${String(n + 1)}` : null
  return of({ status: 200, headers: {}, body: JSON.stringify({ resources: [], pagination: { next_uri } }) })
}
const make = () => createConnection({ baseUrl: 'https://bank.example', clientId: 'id', http })

it('a reader within a page of another reads its list at once', () => {
  const read = pages(make())
  const log: Array<string> = []
  read(listBanks).subscribe((page) => {
    log.push(`outer ${String(page.number)}`)
    read(listBanks).subscribe({
      next: (p) => log.push(`inner ${String(p.number)}`),
      complete: () => log.push('inner complete'),
    })
  })
  expect(log.slice(0, 10)).toEqual([
    'outer 1',
    'inner 1',
    'inner 2',
    'inner 3',
    'inner complete',
    'outer 2',
    'inner 1',
    'inner 2',
    'inner 3',
    'inner complete',
  ])
})

it('a reader that begins in an action of the queueScheduler is not lost where that action throws', () => {
  const log: Array<string> = []
  try {
    queueScheduler.schedule(() => {
      pages(make())(listBanks).subscribe({
        next: (p) => log.push(`page ${String(p.number)}`),
        complete: () => log.push('complete'),
      })
      throw new Error('of the program')
    })
  } catch {}
  expect(log).toEqual(['page 1', 'page 2', 'page 3', 'complete'])
})
