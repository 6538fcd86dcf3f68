import { ConfigError } from '../../../lib/base/error/ConfigError.js'
import { checkNodeVersion } from '../../../lib/http/undici/checkNodeVersion.js'

const undici = (version: string, node?: string) => ({ version, ...(node === undefined ? {} : { engines: { node } }) })

describe('checkNodeVersion', () => {
  it.each([
    ['8.12.4', '>=22.19.0', '20.20.2'],
    ['8.0.0', '>=22.19.0', '22.18.9'],
    ['7.30.2', '>=20.18.1', '20.18.0'],
    ['9.0.0', '>=24', '22.22.0'],
  ])('refuses undici %s, which needs Node %s, on Node %s', (version, node, here) => {
    const expected = `Node ${node.slice(2)} or later, which undici ${version} needs; undici 7 runs on Node 20.18.1 and later`
    expect(() => checkNodeVersion(undici(version, node), here)).toThrow(
      new ConfigError({ issues: [{ path: '/undici', expected }] }),
    )
  })

  it.each([
    ['8.12.4', '>=22.19.0', '22.19.0'],
    ['8.12.4', '>=22.19.0', '24.0.0'],
    ['7.30.2', '>=20.18.1', '20.20.2'],
    ['9.0.0', '>=24', '24.0.0-nightly'],
    ['9.0.0', '^20 || >=22', '20.0.0'],
    ['5.0.0', undefined, '20.0.0'],
  ])('takes undici %s, which needs Node %s, on Node %s', (version, node, here) => {
    expect(() => checkNodeVersion(undici(version, node), here)).not.toThrow()
  })
})
