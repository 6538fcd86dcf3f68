import type { PathTemplate, ServiceInterface } from '../../service/profile/ServiceProfile.js'
import type { Sandbox } from '../../testing/sandbox/Sandbox.js'
import { column, plainTable, plural } from '../formatText.js'
import { type Colors, type Line, printLine } from '../styledLine.js'

const shownUsers = 10

const toHeader = 's/.*"access_token":"\\([^"]*\\)".*/Authorization: Bearer \\1/'

const newest = '2021-06-01'

/**
 * Commands to copy and run: a public request, a request for a token, a request that gets a token and uses it, and, if
 * the service has them, one that opens a user management session: its response has the URL for a browser.
 */
export const curlLines = (
  { credentials, users }: Sandbox,
  baseUrl: string,
  profile: ServiceInterface,
): ReadonlyArray<string> => {
  const {
    versionHeader,
    serviceVersion = newest,
    credentials: credentialsPlace,
    publicSecret = false,
    userSecret = true,
    parameters,
    paths,
  } = profile
  const { clientId, clientSecret } = credentials
  const isInQuery = credentialsPlace === 'query'
  const header = (text: string): string => `-H '${text}'`
  const version = header(`${versionHeader}: ${serviceVersion}`)
  const common = isInQuery ? [version] : [version, header(`Client-Id: ${clientId}`)]
  const secret = isInQuery ? [] : [header(`Client-Secret: ${clientSecret}`)]
  const userHeaders = [...common, ...(userSecret ? secret : [])]
  const credentialsQuery = isInQuery ? { client_id: clientId, client_secret: clientSecret } : {}
  const address = (path: PathTemplate, query: Readonly<Record<string, string>>): string => {
    const text = new URLSearchParams({ ...query, ...credentialsQuery }).toString()
    return `'${baseUrl}${path ?? ''}${text === '' ? '' : `?${text}`}'`
  }
  const banks = ['curl -s', ...common, ...(publicSecret ? secret : []), address(paths.banks, { limit: '2' })]
  const userCommands = users.slice(0, 1).flatMap(({ uuid, email, password }) => {
    const userIdentity: Readonly<Record<string, string>> =
      serviceVersion < newest ? { email, password } : { user_uuid: uuid }
    const usesQuery = parameters === 'query'
    const body = usesQuery
      ? ['-X POST']
      : [header('Content-Type: application/json'), `-d '${JSON.stringify(userIdentity)}'`]
    const token = ['curl -s', ...common, ...secret, ...body, address(paths.authenticate, usesQuery ? userIdentity : {})]
    const accounts = ['| curl -s', ...userHeaders, '-H @-', address(paths.accounts, { limit: '2' })]
    const asUser = (...request: ReadonlyArray<string>) => [...token, `| sed '${toHeader}'`, ...request]
    if (paths.userManagementSession === null) return [token, asUser(...accounts)]
    const json = [header('Content-Type: application/json'), `-d '{"account_types":"all"}'`]
    const url = address(paths.userManagementSession, {})
    return [token, asUser(...accounts), asUser('| curl -s', ...userHeaders, '-H @-', ...json, url)]
  })
  return [banks, ...userCommands].map((parts) => parts.join(' '))
}

/** The address, credentials and users of a sandbox as one line of JSON, for programs. */
export const introductionJson = (sandbox: Sandbox, baseUrl: string, profile: ServiceInterface): string => {
  const { credentials, users, now } = sandbox
  return JSON.stringify({
    time: new Date(now()),
    type: 'Listening',
    profile: profile.name,
    base_url: baseUrl,
    client_id: credentials.clientId,
    client_secret: credentials.clientSecret,
    users: users.map(({ uuid, externalUserId, email, password, itemIds }) => ({
      uuid,
      external_user_id: externalUserId,
      email,
      password,
      item_ids: itemIds,
    })),
    curl: curlLines(sandbox, baseUrl, profile),
  })
}

/** The address, credentials and users of a sandbox as text. Commands are not cut, so that they can be copied. */
export const introduction = (
  sandbox: Sandbox,
  baseUrl: string,
  colors: Colors,
  width: number,
  profile: ServiceInterface,
): ReadonlyArray<string> => {
  const { credentials, users } = sandbox
  const print = (...line: Line): string => printLine(colors, line, width)
  const field = (name: string, value: string): string =>
    printLine(colors, [['faint', ` ${column(name, 14)}`], value], Infinity)
  const hiddenUsers = users.length - shownUsers
  return [
    print(['title', ' rxbank sandbox'], ['faint', '  Ctrl-C to end']),
    '',
    field('profile', profile.name),
    field('base URL', baseUrl),
    field('client id', credentials.clientId),
    field('client secret', credentials.clientSecret),
    '',
    ...plainTable(
      [{ head: 'EXTERNAL ID' }, { head: 'USER' }, { head: 'ITEMS' }],
      users.slice(0, shownUsers).map(({ uuid, externalUserId, itemIds }) => [externalUserId, uuid, itemIds.join(', ')]),
    ).map((line) => print(line)),
    ...users
      .slice(0, 1)
      .flatMap(({ externalUserId, email, password }) => [
        '',
        field(`${externalUserId}, email`, email),
        field(`${externalUserId}, password`, password),
      ]),
    ...(hiddenUsers > 0 ? [print(['faint', ` and ${plural(hiddenUsers, 'more user')}`])] : []),
    '',
    ...curlLines(sandbox, baseUrl, profile),
    '',
  ]
}
