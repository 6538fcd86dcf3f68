// What bundles of the rxbank installed in a project say to people: codes, unless they are made for development.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { build } from 'esbuild'
import { check } from '../package/check.cjs'

/** Each error, as JSON of its fields would make it; and what wrong configurations come to. */
const contents = `
  import { clientErrorFromJson, createClient } from 'rxbank'
  const place = { operation: 'banks.list', page: 2 }
  const of = (_tag, fields) => clientErrorFromJson({ _tag, ...fields }).right
  const refused = (config) => {
    try {
      createClient(config)
    } catch (error) {
      return error
    }
  }
  export const errors = [
    of('AuthenticationError', { status: 401, type: 'refused' }),
    of('DeadlineExceeded', { operation: 'items.refreshStatus', deadline: 7 }),
    of('DecodeError', { ...place, reason: 'shape', issues: [{ path: '/resources/0/id', expected: 'id' }] }),
    of('NetworkError', { ...place, origin: 'https://bank.example', code: null }),
    of('PagingError', { ...place, reason: 'loop' }),
    of('RequestWithheld', { ...place, reason: 'queue', retryAfter: 2000 }),
    of('SecretUnavailable', { ...place, reason: 'failed' }),
    of('StatusError', { ...place, status: 404, type: 'not_found' }),
    of('TimeoutError', { ...place, timeout: 30 }),
    of('TokenUnavailable', { waited: 30, last: null }),
    of('UnspecifiedOperation', { operation: 'banks.get', key: 'paths.bank' }),
    of('UnsupportedByVersion', { operation: 'stocks.list', option: null, version: '2015', since: '2016-01-18', until: null }),
    refused({ baseUrl: 'ftp://bank.example', clientId: 'id', timeout: 0, retries: 1 }),
    refused({ gateway: 'bank', clientSecret: 'secret-canary' }),
  ].map((error) => ({ ...error.toJSON(), name: error.name }))
`

const errorsWith = async (project, conditions) => {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: project },
    absWorkingDir: project,
    bundle: true,
    conditions,
    format: 'cjs',
    minify: true,
    platform: 'browser',
    tsconfigRaw: {},
    write: false,
  })
  const module = { exports: {} }
  new Function('module', 'exports', outputFiles[0].text)(module, module.exports)
  return JSON.parse(JSON.stringify(module.exports.errors))
}

/** What programs look at: all but the texts. */
const facts = ({ message, issues = [], ...fields }) => ({
  ...fields,
  hasMessage: message.length > 0,
  paths: issues.map(({ path }) => path),
})

const codesIn = (text) => text.match(/\bE\d+\b/g) ?? []

export const checkMessages = async (project) => {
  const short = await errorsWith(project, [])
  const whole = await errorsWith(project, ['development'])

  await check('errors of a bundle have the same names and fields with texts and with codes', () => {
    assert.deepEqual(short.map(facts), whole.map(facts))
  })

  await check('a bundle has codes, each of which the guide explains, and says where', () => {
    const codes = short.flatMap(({ message }) => codesIn(message))
    assert.ok(codes.length > 12)
    const guide = readFileSync(`${project}/node_modules/rxbank/docs/guides/messages.md`, 'utf8')
    assert.deepEqual(
      codes.filter((code) => !guide.includes(`| ${code} `)),
      [],
    )
    for (const { message } of short) assert.match(message, /; see docs\/guides\/messages\.md$/)
  })

  await check('a bundle for development has the texts, and so has Node', () => {
    for (const { message } of whole) assert.doesNotMatch(message, /\bE\d+\b|messages\.md/)
    assert.match(whole.at(-2).message, /retries: expected nothing: an unknown option; did you mean retry\?/)
    const { createClient } = createRequire(`${project}/`)('rxbank')
    assert.throws(() => createClient({ baseUrl: 'ftp://bank.example' }), /baseUrl: expected an https URL/)
  })

  await check('neither tells a secret', () => {
    assert.doesNotMatch(JSON.stringify([short, whole]), /secret-canary/)
  })
}
