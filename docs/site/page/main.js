// Runs in each page of the site, beside typedoc's own script: what that leaves to the mouse works by keys as well, and
// the search finds sections.
import { attachMenuKeys } from './menu.js'
import { watchScrollers } from './scrollers.js'
import { attachSearch } from './searchBox.js'

watchScrollers()
attachMenuKeys()
attachSearch()
