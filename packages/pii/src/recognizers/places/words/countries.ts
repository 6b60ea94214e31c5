import { firstWordAfter, wordsFrom } from "./words.ts";

const NAMES =
  "afghanistan|albania|albanien|algeria|algerien|american samoa|amerikanisch-samoa|amerikanische jungferninseln|andorra|angola|anguilla|antarctica|antarktis|antigua and barbuda|antigua und barbuda|argentina|argentinien|armenia|armenien|aruba|ascension|ascension island|aserbaidschan|australia|australien|austria|azerbaijan|bahamas|bahrain|bangladesch|bangladesh|barbados|belarus|belgien|belgique|belgium|belgië|belize|benin|bermuda|bhutan|birma|bolivia|bolivien|bosnia and herzegovina|bosnien und herzegowina|botsuana|botswana|bouvet island|bouvetinsel|brasil|brasilien|brazil|britische jungferninseln|british indian ocean territory|british virgin islands|brunei|brunei darussalam|bulgaria|bulgarien|bundesrepublik deutschland|burkina faso|burma|burundi|cabo verde|cambodia|cameroon|canada|canary islands|cape verde|caribbean netherlands|cayman islands|central african republic|ceuta and melilla|ceuta und melilla|chad|chile|china|christmas island|clipperton island|clipperton-insel|cocos islands|colombia|comoros|confoederatio helvetica|congo|cook islands|cookinseln|costa rica|croatia|cuba|curaçao|cyprus|czech republic|czechia|côte d'ivoire|danmark|democratic republic of the congo|demokratische republik kongo|denmark|deutschland|die niederlande|djibouti|dominica|dominican republic|dominikanische republik|dschibuti|dänemark|east timor|ecuador|eesti|egypt|el salvador|elfenbeinküste|england|equatorial guinea|eritrea|españa|estland|estonia|eswatini|ethiopia|falkland islands|falklandinseln|faroe islands|federal republic of germany|federated states of micronesia|fidschi|fiji|finland|finnland|france|frankreich|französisch-guayana|französisch-polynesien|french guiana|french polynesia|french southern territories|färöer|gabon|gabun|gambia|georgia|georgien|germany|ghana|gibraltar|great britain|greece|greenland|greenlander|grenada|griechenland|großbritannien|grönland|guadeloupe|guam|guatemala|guernsey|guinea|guinea-bissau|guyana|haiti|heard and mcdonald islands|heard und mcdonaldinseln|holland|honduras|hong kong|hongkong|hrvatska|hungary|iceland|india|indien|indonesia|indonesien|irak|iran|iraq|ireland|irland|island|isle of man|israel|italia|italien|italy|ivory coast|jamaica|jamaika|japan|jemen|jersey|jordan|jordanien|kaimaninseln|kambodscha|kamerun|kanada|kanarische inseln|karibische niederlande|kasachstan|katar|kazakhstan|kenia|kenya|kirgisistan|kiribati|kokosinseln|kolumbien|komoren|kongo|kongo-brazzaville|kongo-kinshasa|kosovo|kroatien|kuba|kuwait|kyrgyzstan|laos|latvia|lebanon|lesotho|lettland|libanon|liberia|libya|libyen|liechtenstein|litauen|lithuania|luxembourg|luxemburg|macao|macau|macedonia|madagascar|madagaskar|magyarország|malawi|malaysia|maldives|malediven|mali|malta|marokko|marshall islands|marshallinseln|martinique|mauretanien|mauritania|mauritius|mayotte|mazedonien|mexico|mexiko|micronesia|mikronesien|moldawien|moldova|monaco|mongolei|mongolia|montenegro|montserrat|morocco|mosambik|mozambique|myanmar|méxico|namibia|nauru|nederland|nepal|netherlands|neukaledonien|neuseeland|new caledonia|new zealand|nicaragua|niederlande|niger|nigeria|niue|nordirland|nordkorea|nordmazedonien|norfolk island|norfolkinsel|norge|north korea|north macedonia|northern ireland|northern mariana islands|norway|norwegen|nördliche marianen|oman|osttimor|pakistan|palau|palestine|palestinian territories|palästina|palästinensische autonomiegebiete|panama|papua new guinea|papua-neuguinea|paraguay|people's republic of china|peru|philippinen|philippines|pitcairn islands|pitcairninseln|poland|polen|polska|portugal|puerto rico|qatar|republic of ireland|republic of korea|republic of moldova|republic of the congo|republik korea|republik moldau|romania|ruanda|rumänien|russia|russian federation|russische föderation|russland|rwanda|réunion|saint barthélemy|saint helena|saint kitts and nevis|saint kitts und nevis|saint lucia|saint martin|saint pierre and miquelon|saint pierre und miquelon|saint vincent and grenadines|saint vincent and the grenadines|saint vincent und die grenadinen|salomonen|sambia|samoa|san marino|saudi arabia|saudi-arabien|schottland|schweden|schweiz|schweizerische eidgenossenschaft|scotland|senegal|serbia|serbien|seychellen|seychelles|sierra leone|simbabwe|singapore|singapur|sint maarten|slovak republic|slovakia|slovenia|slovenija|slowakei|slowenien|solomon islands|somalia|south africa|south georgia and south sandwich islands|south korea|south sudan|spain|spanien|spitzbergen und jan mayen|sri lanka|st barthélemy|st helena|st kitts and nevis|st kitts und nevis|st lucia|st martin|st pierre and miquelon|st pierre und miquelon|st vincent and grenadines|st vincent und die grenadinen|sudan|suisse|suomi|suriname|svalbard and jan mayen|sverige|svizzera|swaziland|sweden|switzerland|syria|syrian arab republic|syrien|são tomé and príncipe|são tomé und príncipe|südafrika|südgeorgien und die südlichen sandwichinseln|südkorea|südsudan|tadschikistan|taiwan|tajikistan|tansania|tanzania|thailand|the bahamas|the gambia|the netherlands|timor-leste|togo|tokelau|tonga|trinidad and tobago|trinidad und tobago|tristan da cunha|tschad|tschechien|tschechische republik|tunesien|tunisia|turkey|turkmenistan|turks and caicos islands|tuvalu|türkei|türkiye|uae|uganda|uk|ukraine|ungarn|united arab emirates|united kingdom|united states|united states of america|uruguay|us virgin islands|usa|usbekistan|uzbekistan|vanuatu|vatican|vatican city|vatikanstadt|venezuela|vereinigte arabische emirate|vereinigte staaten|vereinigtes königreich|viet nam|vietnam|volksrepublik china|wales|wallis and futuna|wallis und futuna|weihnachtsinsel|weißrussland|western sahara|westsahara|yemen|zambia|zentralafrikanische republik|zimbabwe|zypern|ägypten|äquatorialguinea|äthiopien|åland islands|ålandinseln|ísland|österreich|česko";
const COUNTRIES: ReadonlySet<string> = new Set(NAMES.split("|"));

const FIRST_WORDS: ReadonlySet<string> = new Set(
  [...COUNTRIES].map((name) => name.slice(0, `${name} `.indexOf(" "))),
);
const LONGEST = 6;

/** Returns the end of the country name at `at`, which blanks may precede, or -1. */
export function countryEnd(text: string, at: number): number {
  const first = firstWordAfter(text, at);
  if (first === undefined || !mayBeginCountry(first.key)) return -1;
  const words = wordsFrom(text, first, LONGEST);
  for (let count = words.length; count > 0; count -= 1) {
    const name = words.slice(0, count).map(({ key }) => key);
    if (isCountry(name.join(" "))) return words[count - 1]?.end ?? -1;
  }
  return -1;
}

export function mayBeginCountry(key: string): boolean {
  return FIRST_WORDS.has(straight(key));
}

/**
 * Returns whether `name` is a country, in English or German (Unicode CLDR), or in its own language
 * for European countries. `name` must be in lower case without full stops.
 */
export function isCountry(name: string): boolean {
  return COUNTRIES.has(straight(name));
}

function straight(name: string): string {
  return name.includes("’") ? name.replaceAll("’", "'") : name;
}
