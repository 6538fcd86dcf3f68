import { readFileSync } from 'node:fs'
import { InvalidArgumentError } from 'commander'
import { appendFault, faultHelp, parseFault } from '../../../lib/cli/sandbox/faultOption.js'
import { faultTable } from '../../../lib/cli/sandbox/faultTable.js'
import { createSandbox } from '../../../lib/sandbox.js'
import { documentedProfile } from '../../../lib/service/profile/documentedProfile.js'

const kinds = Array.from(
  readFileSync('lib/testing/sandbox/faultKinds.ts', 'utf8').matchAll(/kind: '([\w-]+)'/g),
  ([, kind]) => kind,
)

describe('parseFault', () => {
  it.each([
    ['silence', { kind: 'silence' }],
    ['rate-limit:on=transactions,retryAfter=2', { kind: 'rate-limit', on: 'transactions', retryAfter: 2 }],
    [
      'rate-limit:retryAfter=Sat, 31 Jan 2026 00:00:00 GMT',
      { kind: 'rate-limit', retryAfter: 'Sat, 31 Jan 2026 00:00:00 GMT' },
    ],
    ['cut:times=all,probability=0.25', { kind: 'cut', times: Infinity, probability: 0.25 }],
    ['cut:bytes=7,length=undeclared,ending=reset', { kind: 'cut', bytes: 7, length: 'undeclared', ending: 'reset' }],
    ['cut:times=3,after=2,probability=.5', { kind: 'cut', times: 3, after: 2, probability: 0.5 }],
    ['latency:ms=300,side=response', { kind: 'latency', ms: 300, side: 'response' }],
    ['skew:ms=-5000', { kind: 'skew', ms: -5000 }],
    [
      'status:status=418,body={"a":1,"b":[2,3]},on=banks',
      { kind: 'status', status: 418, body: '{"a":1,"b":[2,3]}', on: 'banks' },
    ],
    ['redirect:to=https://a.example/?x=1&y=2', { kind: 'redirect', to: 'https://a.example/?x=1&y=2' }],
    ['wrong-type:field=id,value=null', { kind: 'wrong-type', field: 'id', value: null }],
    ['wrong-type:field=id,value=text,row=1', { kind: 'wrong-type', field: 'id', value: 'text', row: 1 }],
    ['wrong-type:field=id', { kind: 'wrong-type', field: 'id' }],
    ['html:status=403,on=/v2/items/:id', { kind: 'html', status: 403, on: '/v2/items/:id' }],
    ['no-rows:duration=5000', { kind: 'no-rows', duration: 5000 }],
    ['headers:headers={"RateLimit-Remaining":"0"}', { kind: 'headers', headers: { 'RateLimit-Remaining': '0' } }],
  ])('reads %s', (text, fault) => {
    expect(parseFault(text)).toEqual(fault)
    createSandbox({ profile: documentedProfile }).faults.add(parseFault(text))
  })

  it.each([
    ['rate-limt', "There is no fault 'rate-limt'; did you mean rate-limit?"],
    ['xyz', "There is no fault 'xyz'."],
    ['', "There is no fault ''."],
    ['toString', "There is no fault 'toString'."],
    ['__proto__', "There is no fault '__proto__'."],
    ['rate-limit:retryaftr=2', "rate-limit has no parameter 'retryaftr'; did you mean retryAfter?"],
    [
      'rate-limit:on=transactons',
      'rate-limit: on: expected the name of a route, or a path; did you mean transactions?',
    ],
    ['headers:headers=7', 'headers: headers: expected JSON such as {"RateLimit-Reset":"5"}.'],
    ['rate-limit:on=', 'rate-limit: on: expected the name of a route, or a path.'],
    ['rate-limit:', "rate-limit has no parameter ''."],
    ['rate-limit:__proto__=1', "rate-limit has no parameter '__proto__'."],
    ['rate-limit:ms=1', "rate-limit has no parameter 'ms'."],
    ['latency', 'latency needs ms: milliseconds, 0 or more, as in latency:ms=….'],
    ['latency:ms=-1', 'latency: ms: expected milliseconds, 0 or more.'],
    ['latency:ms=1e3', 'latency: ms: expected milliseconds, 0 or more.'],
    ['latency:ms=1,side=back', 'latency: side: expected request or response.'],
    ['status:status=99', 'status: status: expected a status, 200 to 599.'],
    ['cut:times=often', 'cut: times: expected an integer, or all.'],
    ['cut:probability=1.1', 'cut: probability: expected a probability from 0 to 1.'],
  ])('refuses %j', (text, message) => {
    expect(() => parseFault(text)).toThrow(new InvalidArgumentError(message))
  })

  it('takes one fault more each time', () => {
    expect(appendFault('cut', appendFault('html'))).toEqual([{ kind: 'html' }, { kind: 'cut' }])
  })
})

describe('faultHelp', () => {
  it('names every kind that there is, within 80 columns', () => {
    expect(kinds.length).toBeGreaterThan(20)
    expect(Object.keys(faultTable).sort()).toEqual([...kinds].sort())
    const lines = faultHelp().split('\n')
    for (const kind of kinds) expect(lines.filter((line) => line.startsWith(`  ${String(kind)} `))).toHaveLength(1)
    expect(lines.filter((line) => line.length > 80)).toEqual([])
    expect(faultHelp()).toContain('  wrong-type       field [row] [value]')
  })
})
