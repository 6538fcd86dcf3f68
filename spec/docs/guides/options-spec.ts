import { decodeClientConfig } from '../../../lib/client/config/decodeClientConfig.js'
import { documentedProfile } from '../../../lib/service/profile/documentedProfile.js'
import { memberNames, tableRows } from './tables.js'

const optional = (file: string, name: string): ReadonlyArray<string> =>
  memberNames(file, name).map((member) => member.replace('?', ''))

const call = optional('lib/http/toHttpRequest.ts', 'CallConfig')
/** The options of a call that watchers take too. */
const watcher = call.filter((name) => name === 'timeout' || name === 'headers')
const categories = optional('lib/client/Client.ts', 'CategoryOptions')

const names = (cell = ''): ReadonlyArray<string> => Array.from(cell.matchAll(/`([^`]+)`/g), ([, name = '']) => name)

describe('guides', () => {
  it.each([
    ['applications', 'Option', optional('lib/client/config/ClientConfig.ts', 'ClientConfig')],
    ['paging', 'Option', [...optional('lib/streams/pages/pages.ts', 'PagesConfig'), ...call, ...categories]],
    [
      'polling',
      'Refresh option',
      [
        ...optional('lib/streams/polling/poll.ts', 'PollConfig'),
        ...optional('lib/client/itemRefreshes.ts', 'WatchRefreshConfig'),
        ...watcher,
      ],
    ],
    [
      'polling',
      'Option',
      [...optional('lib/streams/polling/ChangesConfig.ts', 'ChangesSettings'), 'store', ...watcher],
    ],
  ])('%s lists under "%s" every option that there is', (guide, head, options) => {
    const listed = tableRows(`docs/guides/${guide}.md`, head).flatMap(([name]) => names(name))
    expect([...listed].sort()).toEqual([...options].sort())
  })

  it('applications tells the defaults of a client', () => {
    const rows = tableRows('docs/guides/applications.md', 'Option')
    const reported = Object.fromEntries(rows.map(([name, , value]) => [names(name)[0] ?? '', value]))
    const { timeout, retry, maxBodySize, keepAlive, environment, version } = decodeClientConfig({
      profile: documentedProfile,
      baseUrl: 'https://a.b',
      clientId: 'c',
    })
    expect(reported).toMatchObject({
      timeout: timeout.toLocaleString('en'),
      retry: `count ${String(retry.count)}, minDelay ${String(retry.minDelay)}, maxDelay ${retry.maxDelay.toLocaleString('en')}`,
      maxBodySize: `${String(maxBodySize / 1024 ** 2)} MiB`,
      keepAlive: `\`${String(keepAlive)}\``,
      serviceVersion: `\`'${version.date}'\``,
      environment: `\`'${environment}'\``,
    })
  })
})
