// A plugin for rolldown: writes the licences of the packages that are bundled beside the bundle, as they ask for.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const packageOf = (id) => /^[^\0].*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id)?.[0]

const noticeOf = (folder) => {
  const { name, version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry))
  if (file === undefined) throw new Error(`${name} is bundled, and has no licence file`)
  return `${name} ${version}\n\n${readFileSync(join(folder, file), 'utf8').trim()}\n`
}

export const bundledLicences = {
  name: 'bundled licences',
  generateBundle(_, bundle) {
    const ids = Object.values(bundle).flatMap(({ modules = {} }) => Object.keys(modules))
    const folders = new Set(ids.map(packageOf).filter((folder) => folder !== undefined))
    if (folders.size === 0) return
    const source = Array.from(folders).sort().map(noticeOf).join('\n---\n\n')
    this.emitFile({ type: 'asset', fileName: 'THIRD-PARTY.txt', source })
  },
}
