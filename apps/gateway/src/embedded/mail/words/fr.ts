/** Mails with a code or a link, in French. The buttons of the wallet's pages are called what they are called there. */
import type { MailWords } from './en.js'

export const words: MailWords = {
  'about.page': 'Page',
  'about.browser': 'Navigateur',
  'about.network': 'Réseau',
  'about.time': 'Heure',

  'device.subject': 'Confirme ta connexion',
  'device.lead': 'Quelqu’un demande à se connecter à {origin} avec cette adresse.',
  'device.open': 'Si c’est toi, ouvre cette page. Elle demande les deux chiffres affichés par l’app.',
  'device.confirm': 'Confirmer la connexion',
  'device.life': 'Le lien fonctionne une seule fois, pendant {minutes} minutes.',
  'device.not-you':
    'Si ce n’est pas toi, ouvre la page et choisis « Ce n’était pas moi », ou ne fais rien : sans toi, il ne se passe rien.',

  'code.subject': 'Ton code de connexion',
  'code.lead': 'Quelqu’un se connecte à {origin} avec cette adresse, sur un appareil que tu as déjà utilisé.',
  'code.type': 'Si c’est toi, saisis ce code dans l’app :',
  'code.life':
    'Le code fonctionne une seule fois, pendant {minutes} minutes. Personne chez nous ne te le demandera jamais.',
  'code.not-you': 'Si ce n’est pas toi, ne fais rien : sans le code, personne n’entre.',

  'step-up.subject': 'Confirme un changement de ton portefeuille',
  'step-up.lead':
    'Tu es sur le point de changer quelque chose qui protège ton portefeuille. Saisis ce code dans la fenêtre du portefeuille :',
  'step-up.not-you':
    'Si ce n’est pas toi, ne fais rien, et vérifie les appareils dans les réglages de ton portefeuille.',

  'change-from.subject': 'Changer l’adresse de ton portefeuille',
  'change-from.lead': 'Quelqu’un demande à utiliser une autre adresse e-mail pour ton portefeuille : {email}',
  'change-from.type': 'Si c’est toi et que cette adresse est la tienne, saisis ce code dans l’app :',
  'change-from.life': 'Le code fonctionne une seule fois, pendant {minutes} minutes.',
  'change-from.not-you': 'Si ce n’est pas toi, ne fais rien : sans le code, l’adresse reste la même.',

  'change-to.subject': 'Confirme ta nouvelle adresse',
  'change-to.lead':
    'Cette adresse doit servir pour un portefeuille. Si c’est ce que tu veux, saisis ce code dans l’app :',
  'change-to.life':
    'Le code fonctionne une seule fois, pendant {minutes} minutes. Si ce n’est pas toi, ne fais rien.',

  'vault-enrol.subject': 'Configure le coffre de ton portefeuille',
  'vault-enrol.lead':
    'Cette adresse sera interrogée lors de la récupération d’un portefeuille. Si c’est ce que tu veux, saisis ce code dans la fenêtre du portefeuille :',
  'vault-enrol.not-you': 'Si ce n’est pas toi, ne fais rien.',
  'vault-open.subject': 'Ouvre le coffre de ton portefeuille',
  'vault-open.lead':
    'Quelqu’un demande à récupérer ton portefeuille, ou à changer le PIN de son coffre. Si c’est toi, saisis ce code dans la fenêtre du portefeuille :',
  'vault-open.not-you':
    'Si ce n’est pas toi, quelqu’un est peut-être entré dans ton compte : ne donne le code à personne.',
  'vault.life':
    'Le code fonctionne une seule fois, pendant {minutes} minutes. Personne chez nous ne te le demandera jamais, ni ton PIN.',
}
