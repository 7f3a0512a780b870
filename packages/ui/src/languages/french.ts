/** French: the words of the page's buttons; those of the modal lie in `words` and `errors` and come when it opens. */
import type { Language } from '@latchkey/core'
import { joinWords } from './joinWords.js'
import type { PageWords } from './wordbook.js'

export const french: Language = {
  code: 'fr',
  direction: 'ltr',
  page: {
    'button.connect': 'Connecter un portefeuille',
    'button.connecting': 'Connexion…',
    'button.account': 'Compte {address}',
    'button.account-balance': 'Compte {address}, solde {balance}',
    'button.pending': '{label}, en attente : {pending}',
    'button.network': 'Réseau : {network}',
    'button.network-unsupported': 'Changer de réseau',
    'button.network-none': 'Choisir un réseau',
    'modal.loading': 'Chargement',
    'modal.load-failed': 'La fenêtre du portefeuille n’a pas pu être chargée. Vérifie ta connexion.',
    'modal.retry': 'Réessayer',
  } satisfies PageWords,
  load: () => joinWords(import('./words/fr.js'), import('./errors/fr.js')),
}
