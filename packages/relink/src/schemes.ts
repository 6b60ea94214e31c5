/**
 * URI schemes that programs act on, to open pages or to send text (IANA registry; deep links of
 * common applications).
 */
export const SCHEMES: readonly string[] = [
  ..."http https ftp ftps sftp ws wss file blob data about javascript vbscript view-source".split(
    " ",
  ),
  ..."mailto tel sms smsto mms mmsto callto facetime facetime-audio imessage sip sips xmpp irc ircs".split(
    " ",
  ),
  ..."whatsapp tg telegram signal sgnl viber line weixin wechat kik fb-messenger skype msteams slack".split(
    " ",
  ),
  ..."discord zoommtg zoomus matrix threema twitter instagram fb linkedin snapchat reddit tiktok".split(
    " ",
  ),
  ..."intent android-app market itms itms-apps shortcuts workflow x-callback-url app-settings".split(
    " ",
  ),
  ..."geo maps comgooglemaps waze magnet news nntp gopher ldap ldaps ssh telnet rdp vnc smb nfs".split(
    " ",
  ),
  ..."webcal cid mid ipfs ipns bitcoin ethereum upi paypal venmo spotify steam".split(" "),
  ..."ms-word ms-excel ms-powerpoint ms-outlook ms-settings search-ms obsidian notion evernote vscode".split(
    " ",
  ),
  ..."git svn dav davs rtsp rtmp mms feed jar res resource chrome moz-extension chrome-extension".split(
    " ",
  ),
];
