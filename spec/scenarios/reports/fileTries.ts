import type { ServiceCommand } from '../../helpers/serviceCommand.js'

type Row = Parameters<ReturnType<ServiceCommand['sandbox']>['updateTransaction']>[1]

/** Adds rows of the first user, and returns their ids. */
const insert = ({ sandbox }: ServiceCommand, rows: ReadonlyArray<Row>): ReadonlyArray<number> => {
  const { users, insertTransactions, updateTransaction } = sandbox()
  const account_id = users[0]?.accountIds[0] ?? 0
  const ids = insertTransactions(users[0]?.uuid ?? '', rows.length)
  ids.forEach((id, index) => updateTransaction(id, { account_id, ...rows[index] }))
  return ids
}

const pull = async ({ run }: ServiceCommand, format: string): Promise<ReadonlyArray<string>> => {
  const { code, stdout } = await run(['pull', 'transactions', format])
  expect(code).toBe(0)
  return stdout.trimEnd().split('\n')
}

/** The texts of the elements with a name, in the transaction with an id. */
const textsOf = (lines: ReadonlyArray<string>, id: number, name: string): ReadonlyArray<string> => {
  const [entry = ''] = lines
    .join('\n')
    .split('</STMTTRN>')
    .filter((part) => part.includes(`<FITID>${String(id)}</FITID>`))
  return Array.from(
    entry.split('<STMTTRN>')[1]?.matchAll(new RegExp(`<${name}>([^]*?)</${name}>`, 'g')) ?? [],
    (match) => String(match[1]),
  )
}

/** moneymanagerex/moneymanagerex#7030, jameskokoska/Cashew#972 and ananthakumaran/paisa#286 */
export const linesInTexts = async (command: ServiceCommand) => {
  const before = await pull(command, '--csv')
  const [id = 0] = insert(command, [{ description: 'Burger\nChicken,\r\n"two"', amount: -1 }])
  const after = await pull(command, '--csv')
  expect(after).toHaveLength(before.length + 1)
  expect(after.filter((line) => line.includes('Burger'))).toEqual([
    expect.stringContaining('"Burger\\nChicken,\\r\\n""two"""'),
  ])
  expect(textsOf(await pull(command, '--ofx'), id, 'NAME')).toEqual(['Burger Chicken, "two"'])
}

/** jbms/beancount-import#216 and securo-finance/securo#911 */
export const feeBesidePurchase = async (command: ServiceCommand) => {
  const shared = { description: 'Hotel Praha', date: '2026-01-10', currency_code: 'EUR' }
  const amounts = [-100, -3, -3]
  const ids = insert(
    command,
    amounts.map((amount) => ({ ...shared, amount })),
  )
  const lines = await pull(command, '--ofx')
  expect(ids.map((id) => textsOf(lines, id, 'TRNAMT'))).toEqual([['-100.00'], ['-3.00'], ['-3.00']])
  const all = lines.filter((line) => line.startsWith('<FITID>'))
  expect(new Set(all).size).toBe(all.length)
}

/** actualbudget/actual#1053, libofx/libofx#39 and Expensify/App#97629 */
export const daysInTimeZones = async (command: ServiceCommand) => {
  const days = ['2026-03-29', '2025-10-26', '2025-12-31', '2024-02-29']
  const ids = insert(
    command,
    days.map((date) => ({ date, amount: -1 })),
  )
  const zones = ['America/Los_Angeles', 'Pacific/Auckland']
  const found = await Promise.all(
    zones.map(async (TZ) => {
      const { stdout } = await command.runAlone(['pull', 'transactions', '--ofx'], { TZ })
      return ids.flatMap((id) => textsOf(stdout.split('\n'), id, 'DTPOSTED'))
    }),
  )
  const expected = days.map((day) => day.replaceAll('-', ''))
  expect(found).toEqual(zones.map(() => expected))
}
