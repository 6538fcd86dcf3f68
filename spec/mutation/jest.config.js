import { readdirSync, writeFileSync } from 'node:fs'
import base from '../../.config/jest.config.js'
import { groups, specsOf } from './groups.mjs'

const [quick] = base.projects

const at = (path) => new URL(`../../${path}`, import.meta.url).pathname

// All specs of a group in one file: what they import is loaded once a mutant, not once a spec.
const group = groups.find(({ name }) => name === process.env.MUTATION_GROUP)
const files = group.folders.flatMap((folder) => readdirSync(at(folder)).map((file) => `${folder}/${file}`))
const imports = specsOf(group, files.sort()).map((file) => `import '../../${file}'`)
writeFileSync(at('spec/mutation/group.ts'), imports.join('\n').replaceAll(".ts'", ".js'"))

/** Tests that a mutant could make wait for longer than it is worth. */
const slow = [
  ...['a thousand', 'ten thousand', '100,000', '20,000', '10,000'],
  ...['whatever Date was told', 'a double', 'forty days', 'also where the wait grows no more'],
]

/** @type {import('jest').Config} */
export default {
  ...quick,
  displayName: undefined,
  testTimeout: base.testTimeout,
  testPathIgnorePatterns: [],
  testMatch: ['<rootDir>/spec/mutation/group.ts'],
  testNamePattern: `^(?!.*(${slow.join('|')}))`,
  testEnvironment: at('spec/mutation/environment.cjs'),
}
