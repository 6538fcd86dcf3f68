import { readFile } from 'node:fs/promises'
import { cpus, totalmem } from 'node:os'

const readJson = async (file) => JSON.parse(await readFile(file, 'utf8'))

const own = ['rxjs', 'io-ts', 'fp-ts', 'cross-fetch', 'undici']

/** What it is measured on and with: a line for the machine, then the versions. */
export const environment = async () => {
  const { version } = await readJson('package.json')
  const peers = Object.keys((await readJson('spec/bench/package.json')).devDependencies)
  const versions = await Promise.all([
    ...own.map(async (name) => `${name} ${(await readJson(`node_modules/${name}/package.json`)).version}`),
    ...peers.map(async (name) => `${name} ${(await readJson(`spec/bench/node_modules/${name}/package.json`)).version}`),
  ])
  const processors = cpus()
  const memory = Math.round(totalmem() / 2 ** 30)
  return [
    `node ${process.versions.node} (V8 ${process.versions.v8}) on ${process.platform} ${process.arch}`,
    `${processors.length} × ${processors[0]?.model.trim() ?? 'unknown processor'}, ${memory} GiB`,
    ...[`rxbank ${version}`, ...versions.sort()]
      .join(', ')
      .match(/.{1,99}(?:,|$)/g)
      .map((line) => line.trim()),
  ].join('\n')
}
