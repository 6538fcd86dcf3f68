import assert from 'node:assert/strict'
import { filter, firstValueFrom } from 'rxjs'
import { bridge2025 } from '../../../lib/bridge.js'
import { asTerminal, serviceCommand } from '../../helpers/serviceCommand.js'

const profile = { profile: bridge2025, transactions: 40, banks: 5, stocks: 4 }
const variables = { RXBANK_PROFILE: 'bridge2025' }

describe('rxbank get', () => {
  const { sandbox, run: runAs, start } = serviceCommand(profile)
  const run = (args: ReadonlyArray<string>, own: Readonly<Record<string, string>> = {}) =>
    runAs(['get', ...args], { ...variables, ...own })

  const ids = async (): Promise<Readonly<Record<string, string>>> => {
    const [{ uuid, itemIds, accountIds, stockIds } = assert.fail('no user')] = sandbox().users
    const [transaction = 0] = sandbox().insertTransactions(uuid, 1)
    const { stdout } = await runAs(['pull', 'banks', '--limit', '1'], variables)
    const { id } = JSON.parse(stdout.split('\n', 1)[0] ?? '') as { readonly id: number }
    return {
      account: String(accountIds[0]),
      bank: String(id),
      category: '2',
      item: String(itemIds[0]),
      stock: String(stockIds[0]),
      transaction: String(transaction),
    }
  }

  it('writes one of each, a line of JSON', async () => {
    for (const [name, id] of Object.entries(await ids())) {
      const { code, stdout, stderr } = await run([name, id])
      expect([name, code, stderr]).toStrictEqual([name, 0, ''])
      expect(stdout).toMatch(/^\{.*\}\n$/)
      expect([name, JSON.parse(stdout)]).toMatchObject([name, { id: Number(id) }])
    }
  })

  it('writes the user of a uuid, and insights, which have no id', async () => {
    const [{ uuid } = assert.fail('no user')] = sandbox().users
    expect(JSON.parse((await run(['user', uuid])).stdout)).toStrictEqual({ uuid, external_user_id: 'A6J' })
    expect(JSON.parse((await run(['category-insights'])).stdout)).toHaveProperty('resources')
  })

  it('needs no user for a bank and a category, and reads the name in a language', async () => {
    const nobody = { RXBANK_EXTERNAL_USER_ID: '' }
    const names = await Promise.all(
      ['en', 'fr'].map(async (language) => {
        const { stdout } = await run(['category', '2', '--language', language], nobody)
        return (JSON.parse(stdout) as { readonly name: string }).name
      }),
    )
    expect(new Set(names).size).toBe(2)
    expect(sandbox().journal.counts().routes).not.toHaveProperty('authenticate')
  })

  it('writes a field a line on a terminal', async () => {
    const { stdout } = await run(['category', '2'], asTerminal(60, 'stdout'))
    expect(stdout).toMatch(/^\{\n {2}"id": 2,\n[^]*\n\}\n$/)
  })

  it.each([
    [['account', '1'], 1, /404/],
    [['account', '../users'], 2, /the id of account must be a whole number/],
    [['account', '-1'], 2, /the id of account must be a whole number/],
    [['account', '99999999999999999999'], 2, /the id of account must be a whole number/],
    [['account'], 2, /account needs an id: rxbank get account ID/],
    [['category-insights', '7'], 2, /category-insights takes no id/],
    [['account', '7', '--language', 'fr'], 2, /--language is only for a category/],
    [['user', 'not-a-uuid'], 2, /expected UUID/],
    [['refresh-status', '7'], 1, /refreshStatus/],
    [['accounts', '7'], 2, /Allowed choices are account, bank, category, category-insights, item, refresh-status/],
  ] as const)('refuses %j with %d', async (args, code, message) => {
    const refused = await run(args)
    expect([refused.code, refused.stdout]).toStrictEqual([code, ''])
    expect(refused.stderr).toMatch(message)
  })

  it('says what a service refuses, such as insights that were not bought', async () => {
    sandbox().faults.add({ kind: 'status', status: 403, on: 'insights.category' })
    const { code, stderr } = await run(['category-insights'])
    expect(code).toBe(1)
    expect(stderr).toMatch(/insights\.category.*403/)
  })

  it('ends at Ctrl-C while the service is silent', async () => {
    sandbox().faults.add({ kind: 'silence', on: 'category', times: Infinity })
    const { changes$, counts } = sandbox().journal
    const isAsked = firstValueFrom(changes$.pipe(filter(() => counts().routes.category === 1)))
    const { child, ended } = start(['get', 'category', '2'], variables)
    await isAsked
    child.kill('SIGINT')
    expect(await ended).toMatchObject({ code: 130, stdout: '' })
  })
})
