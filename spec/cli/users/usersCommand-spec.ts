import assert from 'node:assert/strict'
import { filter, firstValueFrom } from 'rxjs'
import { bridge2025 } from '../../../lib/bridge.js'
import { asTerminal, serviceCommand } from '../../helpers/serviceCommand.js'

const variables = { RXBANK_PROFILE: 'bridge2025', RXBANK_EXTERNAL_USER_ID: '' }

describe('rxbank users ensure', () => {
  const { sandbox, run: runAs, start } = serviceCommand({ profile: bridge2025, users: 3, maxUsers: 4 })
  const ensure = (id: string, own: Readonly<Record<string, string>> = {}) =>
    runAs(['users', 'ensure', '--external-user-id', id], { ...variables, ...own })

  it('writes the user that there is', async () => {
    const [{ uuid } = assert.fail('no user')] = sandbox().users
    const { code, stdout, stderr } = await ensure('A6J')
    expect([code, stderr]).toStrictEqual([0, ''])
    expect(stdout).toBe(`${JSON.stringify({ uuid, external_user_id: 'A6J' })}\n`)
    expect(sandbox().users).toHaveLength(3)
  })

  it('creates the user once', async () => {
    const first = await ensure('ada-1')
    expect(await ensure('ada-1')).toStrictEqual(first)
    const [created] = sandbox().users.filter(({ externalUserId }) => externalUserId === 'ada-1')
    expect(JSON.parse(first.stdout)).toStrictEqual({ uuid: created?.uuid, external_user_id: 'ada-1' })
    expect(sandbox().users).toHaveLength(4)
  })

  it('writes a field a line on a terminal, and reads the id from the environment', async () => {
    const terminal = { ...variables, RXBANK_EXTERNAL_USER_ID: 'A6J', ...asTerminal(60, 'stdout') }
    const { stdout } = await runAs(['users', 'ensure'], terminal)
    expect(stdout).toMatch(/^\{\n {2}"uuid": "[^"]+",\n {2}"external_user_id": "A6J"\n\}\n$/)
  })

  it('says that the application may have no more users', async () => {
    await ensure('ada-1')
    const { code, stdout, stderr } = await ensure('bob-1')
    expect([code, stdout]).toStrictEqual([1, ''])
    expect(stderr).toBe(
      'error: users.create: 403 app.users.maximum_reached: the application has as many users as it may have; delete users, or ask the service for more\n',
    )
  })

  it.each([
    [[], 'missing settings: external id\n'],
    [['--external-user-id', 'c4n 4ry'], 'wrong external id, from --external-user-id: expected 1 to 128 letters'],
    [['--external-user-id', 'A6J', '--profile', 'bridge2018'], 'users.create: version 2018-06-15 does not have'],
    [['--external-user-id'], 'argument missing'],
    [['A6J'], 'too many arguments'],
  ])('refuses %j with the exit code 2, and sends nothing', async (args, message) => {
    const { code, stdout, stderr } = await runAs(['users', 'ensure', ...args], variables)
    expect([code, stdout]).toStrictEqual([2, ''])
    expect(stderr).toContain(message)
    expect(stderr).not.toContain('c4n 4ry')
    expect(sandbox().journal.counts().started).toBe(0)
  })

  it('ends at Ctrl-C while the service is silent', async () => {
    sandbox().faults.add({ kind: 'silence', on: 'users', times: Infinity })
    const { changes$, counts } = sandbox().journal
    const isRequested = firstValueFrom(changes$.pipe(filter(() => counts().routes.users === 1)))
    const { child, ended } = start(['users', 'ensure', '--external-user-id', 'A6J'], variables)
    await isRequested
    child.kill('SIGINT')
    expect(await ended).toMatchObject({ code: 130, stdout: '' })
  })
})
