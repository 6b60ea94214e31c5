/** Named templates that the generated ones include. */
export const HELPERS = `{{- /* The name of a ConfigMap ends with a hash of its content, the same one that kustomize appends. */ -}}
{{- define "veil-gateway.configName" -}}
{{- $data := include (print "veil-gateway.config." .id) .root | fromYaml -}}
{{ .name }}-{{ dict "kind" "ConfigMap" "name" "" "data" $data | toJson | include "veil-gateway.hash" }}
{{- end }}

{{- define "veil-gateway.hash" -}}
{{ sha256sum . | trunc 10 | replace "0" "g" | replace "1" "h" | replace "3" "k" | replace "a" "m" | replace "e" "t" }}
{{- end }}

{{- define "veil-gateway.annotations" }}
{{- with .Values.extraAnnotations }}{{ printf "\\n  annotations: %s" (toJson .) }}{{ end }}
{{- end }}

{{- define "veil-gateway.labels" }}
{{- range $name, $value := .Values.extraLabels }}{{ printf "\\n    %s: %s" $name (toJson $value) }}{{ end }}
{{- end }}

{{- define "veil-gateway.scheduling" }}
{{- $values := .root.Values }}
{{- $line := print "\\n" (repeat (int .indent) " ") "%s: %s" }}
{{- with $values.imagePullSecrets }}{{ printf $line "imagePullSecrets" (toJson .) }}{{ end }}
{{- with $values.nodeSelector }}{{ printf $line "nodeSelector" (toJson .) }}{{ end }}
{{- with $values.tolerations }}{{ printf $line "tolerations" (toJson .) }}{{ end }}
{{- end }}
`;
