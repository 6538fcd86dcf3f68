// Builds the code of dist/ by rolldown.config.js, without the list of its files that the command prints.
import { build } from 'rolldown'
import configurations from './rolldown.config.js'

console.error('building dist/ …')
await build(configurations)
