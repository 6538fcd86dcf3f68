import { lastValueFrom, toArray } from 'rxjs'
import { connectionFailure } from '../../../lib/cli/doctor/connectionFailure.js'
import { connectToService } from '../../../lib/cli/doctor/diagnosisSettings.js'
import { systemClock } from '../../../lib/index.js'
import { httpServer } from '../../helpers/httpServer.js'
import { rawServer } from '../../helpers/rawServer.js'

const steps = async (origin: string) => {
  const all = await lastValueFrom(connectToService(origin, systemClock).pipe(toArray()))
  return all.map(({ name, error }) => [name, error])
}

describe('reach', () => {
  it('resolves a name, and opens the port', async () => {
    const { url, close } = await httpServer(() => undefined)
    expect(await steps(url)).toStrictEqual([['tcp', null]])
    expect(await steps(url.replace('127.0.0.1', 'localhost'))).toStrictEqual([
      ['dns', null],
      ['tcp', null],
    ])
    await close()
    expect(await steps(url)).toStrictEqual([['tcp', 'ECONNREFUSED']])
  })

  it('ends at the first step that fails', async () => {
    const reported = await steps('https://nobody.invalid')
    expect(reported).toStrictEqual([['dns', expect.stringMatching(/^(ENOTFOUND|EAI_AGAIN)$/)]])
  })

  it('sees what does not speak TLS', async () => {
    const { url, close } = await rawServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'))
    const reported = await steps(url.replace('http:', 'https:'))
    await close()
    expect(reported).toStrictEqual([
      ['tcp', null],
      ['tls', expect.stringMatching(/^(ERR_SSL_|EPROTO)/)],
    ])
  })

  it('sees what closes at once', async () => {
    const { url, close } = await rawServer((socket) => socket.destroy())
    const reported = await steps(url.replace('http:', 'https:'))
    await close()
    expect(reported).toStrictEqual([
      ['tcp', null],
      ['tls', 'ECONNRESET'],
    ])
  })
})

describe('failureWords', () => {
  it.each([
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'not signed by an authority that this machine trusts', 'NODE_EXTRA_CA_CERTS'],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'not signed by an authority that this machine trusts', 'NODE_EXTRA_CA_CERTS'],
    ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'not signed by an authority that this machine trusts', 'NODE_EXTRA_CA_CERTS'],
    ['CERT_HAS_EXPIRED', 'its certificate has expired', 'clock of this machine'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'for another host', 'host in the base URL'],
    ['EPROTO', 'it does not speak TLS', 'whether it uses http'],
    ['ENETUNREACH', 'its network is unreachable', 'network of this machine'],
    ['EUNHEARDOF', 'the connection was lost (EUNHEARDOF)', 'base URL'],
  ])('knows %s', (code, said, advised) => {
    const { message, advice } = connectionFailure(code)
    expect(message).toContain(said)
    expect(message).toContain(`(${code})`)
    expect(advice).toContain(advised)
  })

  it('shows no words of its own as codes', () => {
    expect(connectionFailure('timeout').message).toBe('it does not answer in time')
    expect(connectionFailure('lost').message).toBe('the connection was lost')
  })
})
