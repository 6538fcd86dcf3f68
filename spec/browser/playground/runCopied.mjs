import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

const { resolve } = createRequire(import.meta.url)

/** Runs copied tests with jest, in a project that has rxbank installed; answers how many passed and failed. */
export const runCopied = (project, texts) => {
  const rootDir = join(project, 'copied')
  rmSync(rootDir, { recursive: true, force: true })
  mkdirSync(rootDir)
  for (const [name, text] of Object.entries(texts)) writeFileSync(join(rootDir, `${name}.test.ts`), text)
  const swc = { jsc: { parser: { syntax: 'typescript' }, target: 'es2022' } }
  const config = { rootDir, transform: { '\\.ts$': [resolve('@swc/jest'), swc] } }
  const outputFile = join(rootDir, 'report.json')
  const args = ['--config', JSON.stringify(config), '--runInBand', '--json', '--silent', `--outputFile=${outputFile}`]
  try {
    execFileSync(process.execPath, [resolve('jest/bin/jest'), ...args], { stdio: 'pipe' })
  } catch (error) {
    console.error(String(error.stderr))
  }
  const { numPassedTests, numFailedTests, numFailedTestSuites } = createRequire(import.meta.url)(outputFile)
  return { passed: numPassedTests, failed: numFailedTests + numFailedTestSuites }
}
