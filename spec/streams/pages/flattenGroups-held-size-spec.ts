import * as t from 'io-ts'
import { asapScheduler, ignoreElements, lastValueFrom, subscribeOn, tap } from 'rxjs'
import type { ListRequest } from '../../../lib/service/api/Request.js'
import { flattenGroups } from '../../../lib/streams/pages/flattenGroups.js'
import { collectGarbage } from '../../helpers/collectGarbage.js'
import { connectionOver } from '../../helpers/connection.js'
import { ids, listServer, settled } from '../../helpers/lists.js'
import { nestedServer, placed } from '../../helpers/nestedBanks.js'
import { withoutOptimizedCode } from '../../helpers/withoutOptimizedCode.js'

withoutOptimizedCode()

const bank = t.type({ id: t.number })
const country = t.type({ parent_banks: t.array(t.type({ banks: t.array(bank) })) })

const request: ListRequest<t.TypeOf<typeof country>> = {
  operation: 'banks.list',
  method: 'GET',
  path: '/v2/banks',
  access: 'public',
  resource: country,
}

describe('flattenGroups', () => {
  it('holds two pages of 10,000 banks, and none in the end', async () => {
    const { http } = listServer(nestedServer(ids(1, 10_000).map((id) => placed(id))), subscribeOn(asapScheduler))
    const given: Array<WeakRef<object>> = []
    const reachable = (): number => {
      collectGarbage()
      return given.filter((bank) => bank.deref() !== undefined).length
    }
    const held: Array<number> = []
    const pace = async ({ number }: { readonly number: number }): Promise<void> => {
      await settled()
      if (number % 20 === 0) held.push(reachable())
    }
    const banks = flattenGroups(
      () => connectionOver(http),
      () => [request, { limit: 100, pace }],
      ({ parent_banks }) => parent_banks.flatMap((parent) => parent.banks),
    )
    const noted = banks.pipe(
      tap((bank) => given.push(new WeakRef(bank))),
      ignoreElements(),
    )
    await lastValueFrom(noted, { defaultValue: undefined })
    await settled()
    expect([given.length, held.length]).toEqual([10_000, 5])
    expect(Math.max(...held)).toBeLessThanOrEqual(2 * 100)
    expect(reachable()).toBe(0)
  })
})
