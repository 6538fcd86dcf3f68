import { Subject } from 'rxjs'
import type { NavigateCommand } from '../../lib/index.js'
import { hear, play, profilesUnderTest, rowsOf } from '../helpers/profiles.js'

describe.each(profilesUnderTest)('navigate, as $name', (under) => {
  it('goes forward and back through a list', () => {
    const { user } = play(under)
    const commands$ = new Subject<NavigateCommand>()
    const heard = hear(user.transactions.navigate(commands$, { limit: 100 }))
    const commands = ['next', 'next', 'next', 'previous', 'first', 'previous', 'reload'] as const
    // This API version has no links to the page before.
    const places = under.isV3 ? [0, 100, 200, 0, 0] : [0, 100, 200, 100, 0, 0]
    for (const command of commands) commands$.next(command)
    commands$.complete()
    const ids = rowsOf(user.transactions.all({ limit: 500 })).map(({ id }) => id)
    const shown = heard.values.map(({ page }) => (page._tag === 'Some' ? page.value.resources[0]?.id : undefined))
    expect(shown).toEqual(places.map((at) => ids[at]))
    expect(heard.isComplete).toBe(true)
  })

  it('says what failed beside the page that stays, and continues', () => {
    const { sandbox, user } = play(under, {}, { retry: { count: 0 } })
    const commands$ = new Subject<NavigateCommand>()
    const heard = hear(user.transactions.navigate(commands$, { limit: 100 }))
    sandbox.faults.add({ kind: 'server-error', on: 'transactions' })
    commands$.next('next')
    commands$.next('next')
    heard.leave()
    expect(heard.values.map(({ error }) => error)).toMatchObject([
      { _tag: 'None' },
      { _tag: 'Some', value: { _tag: 'StatusError', status: 500 } },
      { _tag: 'None' },
    ])
  })

  it('shows the banks as they come', () => {
    const { client } = play(under)
    const commands$ = new Subject<NavigateCommand>()
    const heard = hear(client.banks.navigate(commands$, { limit: 50 }))
    commands$.next('next')
    commands$.next('next')
    commands$.next('next')
    commands$.complete()
    expect(heard.values).toHaveLength(3)
  })
})
