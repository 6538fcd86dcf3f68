import { lastValueFrom, toArray } from 'rxjs'
import { bridge2021 } from '../../../lib/bridge.js'
import type { Page } from '../../../lib/streams/pages/PageLink.js'
import { playedBank, uuids } from '../../helpers/playedBank.js'

const service = () => {
  const bank = playedBank({ profile: bridge2021 } as object)
  bank.state.lists.accounts = [
    { id: 1, item_id: 1 },
    { id: 2, item_id: 'n/a', iban: 'CANARY' },
    { id: 3, item_id: 1 },
  ]
  return bank
}

describe('rows of a list that cannot be decoded', () => {
  it('end the list, with nothing of the row in the error', async () => {
    const error: unknown = await lastValueFrom(service().user.accounts.all()).catch((e: unknown) => e)
    expect(error).toMatchObject({ _tag: 'DecodeError', issues: [{ path: '/resources/1/item_id' }] })
    expect(JSON.stringify(error)).not.toContain('CANARY')
  })

  it('are left out with report: told on their page and by an event, and all others come', async () => {
    const bank = service()
    const pages = await lastValueFrom(bank.user.accounts.pages({ onInvalidRow: 'report' }).pipe(toArray()))
    const shown = pages.map(({ resources, rejected, userUuid }) => [resources.map(({ id }) => id), rejected, userUuid])
    expect(shown).toMatchObject([[[1, 3], [{ index: 1, issues: [{ path: '/item_id' }] }], uuids[0]]])
    expect(bank.reported('RowRejected')).toBe(1)
    expect(JSON.stringify([bank.events, shown])).not.toContain('CANARY')
  })

  it('are in the pages that pace is given, if a list is read row by row', async () => {
    const seen: Array<Page<unknown>['rejected']> = []
    const pace = ({ rejected }: Page<unknown>) => {
      seen.push(rejected)
      return []
    }
    const rows = await lastValueFrom(service().user.accounts.all({ onInvalidRow: 'report', pace }).pipe(toArray()))
    expect([rows.map(({ id }) => id), seen.map((rejected) => rejected?.length)]).toEqual([[1, 3], [1]])
  })

  it('are missing on pages without any', async () => {
    const bank = service()
    bank.state.lists.accounts = [{ id: 1, item_id: 1 }]
    const page = await lastValueFrom(bank.user.accounts.pages({ onInvalidRow: 'report' }))
    expect('rejected' in page).toBe(false)
  })

  it('do not help if the page itself is none', async () => {
    const bank = service()
    bank.state.lists.accounts = 'none' as never
    const broken = { ...bank.state.lists, accounts: { filter: () => 'none' } as never }
    bank.state.lists = broken
    await expect(lastValueFrom(bank.user.accounts.all({ onInvalidRow: 'report' }))).rejects.toMatchObject({
      _tag: 'DecodeError',
      issues: [{ path: '/resources' }],
    })
  })

  it('are refused as another word', async () => {
    const { user } = service()
    await expect(lastValueFrom(user.accounts.all({ onInvalidRow: 'skip' as never }))).rejects.toMatchObject({
      _tag: 'ConfigError',
      issues: [{ path: '/onInvalidRow' }],
    })
  })
})
