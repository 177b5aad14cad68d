// Ask Go what its standard library makes of texts: reads lines of JSON with an operation and a text (hexadecimal),
// and writes the same lines with the answer or the error. Run it with `go run ask.go < answers.ndjson`.
package main

import (
	"bufio"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"net"
	"net/url"
	"os"
	"strconv"
	"time"
)

type line struct {
	Op     string `json:"op"`
	Text   string `json:"text"`
	Answer any    `json:"answer,omitempty"`
	Error  string `json:"error,omitempty"`
}

func ask(op, text string) (any, error) {
	switch op {
	case "whole-json":
		var value json.RawMessage
		return nil, json.Unmarshal([]byte(text), &value)
	case "quote":
		return strconv.Quote(text), nil
	case "bool":
		return strconv.ParseBool(text)
	case "int":
		number, err := strconv.ParseInt(text, 10, 64)
		return fmt.Sprint(number), reason(err)
	case "float":
		number, err := strconv.ParseFloat(text, 64)
		return fmt.Sprintf("%016x", math.Float64bits(number)), reason(err)
	case "format-float32":
		number, _ := strconv.ParseFloat(text, 64)
		return strconv.FormatFloat(number, 'g', -1, 32), nil
	case "json-float32":
		number, _ := strconv.ParseFloat(text, 64)
		return float32(number), nil
	case "json-float64":
		number, _ := strconv.ParseFloat(text, 64)
		return number, nil
	case "duration":
		duration, err := time.ParseDuration(text)
		return []string{fmt.Sprint(int64(duration)), duration.String()}, err
	case "base64":
		data, err := base64.StdEncoding.DecodeString(text)
		return hex.EncodeToString(data), err
	case "host-port":
		host, port, err := net.SplitHostPort(text)
		return []string{host, port}, err
	case "ip":
		return net.ParseIP(text) != nil, nil
	case "url":
		_, err := url.Parse(text)
		return nil, err
	}
	return nil, errors.New("no such operation")
}

func reason(err error) error {
	var number *strconv.NumError
	if errors.As(err, &number) {
		return number.Err
	}
	return err
}

func main() {
	input := bufio.NewScanner(os.Stdin)
	output := json.NewEncoder(os.Stdout)
	output.SetEscapeHTML(false)
	for input.Scan() {
		var asked line
		if err := json.Unmarshal(input.Bytes(), &asked); err != nil {
			panic(err)
		}
		text, err := hex.DecodeString(asked.Text)
		if err != nil {
			panic(err)
		}
		answer, err := ask(asked.Op, string(text))
		asked.Answer, asked.Error = answer, ""
		if err != nil {
			asked.Answer, asked.Error = nil, err.Error()
		}
		output.Encode(asked)
	}
}
