import { mkdir, rm, stat, symlink } from 'node:fs/promises'

const changed = async (file) => (await stat(file).catch(() => ({ mtimeMs: 0 }))).mtimeMs

/**
 * Builds the package, installs the peers where that is not done yet, and puts the package itself beside them, so that
 * suites import `rxbank` as users do. What the package depends on is taken from its own packages, its peers too.
 */
export const prepare = async ({ command, build }) => {
  if (build) await command('npm', 'run', '--silent', 'build')
  const modules = 'spec/bench/node_modules'
  if ((await changed(`${modules}/.package-lock.json`)) < (await changed('spec/bench/package-lock.json')))
    await command('npm', 'ci', '--prefix', 'spec/bench', '--no-audit', '--no-fund', '--legacy-peer-deps')
  // A link to the repository itself would lead those who list the files of spec/ in a circle.
  const installed = `${modules}/rxbank`
  await rm(installed, { force: true, recursive: true })
  await mkdir(installed)
  for (const name of ['package.json', 'dist']) await symlink(`../../../../${name}`, `${installed}/${name}`)
}
