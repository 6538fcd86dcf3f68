import { firstValueFrom, from, lastValueFrom, type Observable, type ObservableInput } from 'rxjs'
import type { PermitRequest, PermitSource, PermitStatus, RequestLimit } from '../../lib/index.js'

/** Permits that tell how they are used. */
export interface Telling extends PermitSource {
  readonly status: () => Observable<PermitStatus>
}

type Open = (limit: RequestLimit) => Telling

const done = (input: ObservableInput<unknown>) => lastValueFrom(from(input), { defaultValue: undefined })

const lease = (source: PermitSource, ask: Partial<PermitRequest> = {}) =>
  firstValueFrom(from(source.lease({ count: 1, priority: 'interactive', hold: 60_000, ...ask })))

const status = (source: Telling) => firstValueFrom(source.status())

const minute = 60_000

/** What must hold of the status of permits, whoever keeps them. */
export const permitStatusLaws: ReadonlyArray<{ readonly name: string; readonly check: (open: Open) => Promise<void> }> =
  [
    {
      name: 'tells that nothing is used',
      check: async (open) => {
        const limit = { requests: 10, per: minute }
        const unused = { limit, leased: 0, spent: 0, free: 10, coolDown: 0, processes: 0 }
        expect(await status(open(limit))).toEqual(unused)
      },
    },
    {
      name: 'tells what is leased and spent, and not what came back unspent',
      check: async (open) => {
        const source = open({ requests: 10, per: minute })
        const { permits } = await lease(source, { count: 6 })
        expect(await status(source)).toMatchObject({ leased: 6, spent: 0, free: 4, processes: 1 })
        const [first = '', second = '', third = ''] = permits
        await done(
          source.release([{ permit: first }, { permit: second, arrivesIn: 0 }, { permit: third, arrivesIn: 9 }]),
        )
        expect(await status(source)).toMatchObject({ leased: 3, spent: 2, free: 5, processes: 1 })
      },
    },
    {
      name: 'tells that it came back by itself',
      check: async (open) => {
        const source = open({ requests: 3, per: 1 })
        const { permits } = await lease(source, { count: 3, hold: 0 })
        await done(source.release(permits.slice(0, 1).map((permit) => ({ permit, arrivesIn: 0 }))))
        let now = await status(source)
        while (now.free < 3) now = await status(source)
        expect(now).toMatchObject({ leased: 0, spent: 0, processes: 0 })
      },
    },
    {
      name: 'tells a cool-down',
      check: async (open) => {
        const source = open({ requests: 3, per: minute })
        await done(source.coolDown(minute))
        const { coolDown, free } = await status(source)
        expect([coolDown > minute - 10_000 && coolDown <= minute, free]).toEqual([true, 3])
      },
    },
  ]
