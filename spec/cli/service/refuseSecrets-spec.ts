import { refuseSecrets } from '../../../lib/cli/service/refuseSecrets.js'

describe('refuseSecrets', () => {
  it.each([
    [['token', '--client-secret', 'c4n4ry'], '--client-secret: secrets are not', 'RXBANK_CLIENT_SECRET'],
    [['token', '--client-secret=c4n4ry'], '--client-secret: secrets are not', '"clientSecret"'],
    [['--clientSecret=c4n4ry', 'token'], '--clientSecret: secrets are not', 'RXBANK_CLIENT_SECRET'],
    [['pull', 'items', '--password', 'c4n4ry'], '--password: secrets are not', 'RXBANK_PASSWORD'],
    [['pull', 'items', '-password=c4n4ry'], '--password: secrets are not', '"password"'],
    [['token', '--PASSWD=c4n4ry'], '--PASSWD: secrets are not', 'RXBANK_PASSWORD'],
  ])('refuses %j, says what to use instead, and repeats no value', (args, said, instead) => {
    expect(() => refuseSecrets(args)).toThrow(said)
    expect(() => refuseSecrets(args)).toThrow(instead)
    expect(() => refuseSecrets(args)).not.toThrow('c4n4ry')
  })

  it('lets everything else through', () => {
    refuseSecrets(['sandbox', '--token-lifetime', '5000', '--json'])
    expect(() => refuseSecrets(['pull', '--', '--password'])).not.toThrow()
  })
})
