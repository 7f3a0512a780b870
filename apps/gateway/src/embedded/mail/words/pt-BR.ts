/** Mails with a code or a link, in Portuguese. The buttons of the wallet's pages are called what they are called there. */
import type { MailWords } from './en.js'

export const words: MailWords = {
  'about.page': 'Página',
  'about.browser': 'Navegador',
  'about.network': 'Rede',
  'about.time': 'Hora',

  'device.subject': 'Confirme sua entrada',
  'device.lead': 'Alguém pede para entrar em {origin} com este endereço.',
  'device.open': 'Se foi você, abra esta página. Ela pede os dois dígitos que o app mostra.',
  'device.confirm': 'Confirmar a entrada',
  'device.life': 'O link funciona uma vez, por {minutes} minutos.',
  'device.not-you':
    'Se não foi você, abra a página e escolha “Não fui eu”, ou não faça nada: sem você, nada acontece.',

  'code.subject': 'Seu código de entrada',
  'code.lead': 'Alguém entra em {origin} com este endereço, em um dispositivo que você já usou.',
  'code.type': 'Se foi você, digite este código no app:',
  'code.life': 'O código funciona uma vez, por {minutes} minutos. Nunca pediremos esse código a você.',
  'code.not-you': 'Se não foi você, não faça nada: sem o código ninguém entra.',

  'step-up.subject': 'Confirme uma mudança na sua carteira',
  'step-up.lead':
    'Você está prestes a mudar algo que protege sua carteira. Digite este código na janela da carteira:',
  'step-up.not-you':
    'Se não foi você, não faça nada e confira os dispositivos nas configurações da sua carteira.',

  'change-from.subject': 'Mudar o endereço da sua carteira',
  'change-from.lead': 'Alguém pede para usar outro endereço de e-mail na sua carteira: {email}',
  'change-from.type': 'Se foi você, e este endereço é seu, digite este código no app:',
  'change-from.life': 'O código funciona uma vez, por {minutes} minutos.',
  'change-from.not-you': 'Se não foi você, não faça nada: sem o código o endereço continua o mesmo.',

  'change-to.subject': 'Confirme seu novo endereço',
  'change-to.lead':
    'Este endereço será usado para uma carteira. Se é o que você quer, digite este código no app:',
  'change-to.life': 'O código funciona uma vez, por {minutes} minutos. Se não foi você, não faça nada.',

  'vault-enrol.subject': 'Configure o cofre da sua carteira',
  'vault-enrol.lead':
    'Este endereço será consultado quando uma carteira for recuperada. Se é o que você quer, digite este código na janela da carteira:',
  'vault-enrol.not-you': 'Se não foi você, não faça nada.',
  'vault-open.subject': 'Abra o cofre da sua carteira',
  'vault-open.lead':
    'Alguém pede para recuperar sua carteira ou mudar o PIN do cofre. Se foi você, digite este código na janela da carteira:',
  'vault-open.not-you': 'Se não foi você, alguém pode ter entrado na sua conta: não dê o código a ninguém.',
  'vault.life':
    'O código funciona uma vez, por {minutes} minutos. Nunca pediremos esse código a você, nem seu PIN.',
}
